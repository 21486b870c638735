import { type FileKind, fileTypeOf, type PreviewKind } from './file-types.ts';

/** File or folder of a mount or a bundle. */
export interface KindOfEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isMount?: boolean | undefined;
  /** Kind by the administrator's lists of extensions. */
  readonly typeName: string;
  /** Media type, for names that say nothing. */
  readonly mediaType?: string | undefined;
}

export type EntryKind = 'folder' | 'mount' | FileKind;

/**
 * Maps the types of the administrator's extension lists to kinds, for names that the built-in list lacks
 * (SPEC 3).
 */
const KIND_OF_TYPE: Readonly<Record<string, EntryKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  office: 'document',
  document: 'document',
};

/** Kind of an entry for its icon and the filter. It depends on the name only, because no content is read. */
export function entryKindOf({ name, isDirectory, isMount, typeName }: KindOfEntry): EntryKind {
  if (isDirectory) return isMount ? 'mount' : 'folder';
  return fileTypeOf(name)?.kind ?? KIND_OF_TYPE[typeName] ?? 'unknown';
}

export type EntryPreviewKind = PreviewKind | 'unknown';

/** Kinds with a text preview. */
export type TextKind = Extract<PreviewKind, 'markdown' | 'table' | 'code' | 'text'>;

/** Below this size a `.ts` file is TypeScript, not an MPEG transport stream. */
const FILM_BYTES = 1024 * 1024;

/** Kind of a file's preview: by the administrator's lists of extensions, then by the built-in list. */
export function entryPreviewKindOf({
  name,
  typeName,
  mediaType,
  size,
}: Pick<KindOfEntry, 'name' | 'typeName' | 'mediaType'> & {
  readonly size: number | null;
}): EntryPreviewKind {
  const byName = fileTypeOf(name, mediaType)?.preview;
  if (typeName === 'video' && byName === 'code' && (size ?? 0) < FILM_BYTES) return 'code';
  if (typeName === 'image' || typeName === 'video' || typeName === 'audio') return typeName;
  if (typeName === 'office') return 'office';
  if (byName === 'pdf' || byName === 'archive') return byName;
  if (typeName !== 'text') return byName ?? 'unknown';
  return byName === 'table' || byName === 'markdown' || byName === 'code' ? byName : 'text';
}
