import { previewKindOf } from '#shared/previews/preview-kind.ts';
import type { Entry } from './queries.ts';

export const ENTRY_KINDS = [
  'folder',
  'mount',
  'image',
  'video',
  'audio',
  'text',
  'code',
  'pdf',
  'document',
  'table',
  'slides',
  'archive',
  'font',
  'unknown',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

const EXTENSIONS: readonly (readonly [EntryKind, string])[] = [
  ['archive', 'zip tar gz tgz bz2 xz zst 7z rar jar iso dmg deb rpm apk'],
  ['table', 'csv tsv xls xlsx ods numbers parquet'],
  ['slides', 'ppt pptx odp key'],
  ['document', 'doc docx odt rtf pages epub'],
  ['font', 'ttf otf woff woff2'],
];

const KIND_OF = new Map(
  EXTENSIONS.flatMap(([kind, list]) => list.split(' ').map((name) => [name, kind] as const)),
);

/** Maps the administrator's types of extensions to kinds, for names that alone do not tell (SPEC 3). */
const KIND_OF_TYPE: Readonly<Record<string, EntryKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  office: 'document',
  document: 'document',
};

/** Kind of an entry for its icon and the filter. It depends on the name only, because no content is read. */
export function entryKindOf({ name, isDirectory, isMount, typeName }: Entry): EntryKind {
  if (isDirectory) return isMount ? 'mount' : 'folder';
  const listed = KIND_OF.get(extensionOf(name));
  if (listed) return listed;
  const preview = previewKindOf(name, '');
  if (preview === 'markdown') return 'text';
  if (preview === 'office') return 'document';
  return preview ?? KIND_OF_TYPE[typeName] ?? 'unknown';
}

/** In lower case and without its dot; '' where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
