import mime from 'mime';
import { nameOf } from '#paths/key.ts';

/** File types of the wire (CONTRACT F4). */
export const FILE_TYPES = [
  'unknown',
  'folder',
  'video',
  'audio',
  'text',
  'image',
  'office',
  'document',
] as const;

export type FileTypeName = (typeof FILE_TYPES)[number];

export interface FileType {
  readonly type: number;
  readonly typeName: FileTypeName;
}

const SETTING_OF_TYPE = {
  text: 'preview_text_types',
  image: 'preview_image_types',
  audio: 'preview_audio_types',
  video: 'preview_video_types',
  office: 'preview_office_types',
  document: 'preview_document_types',
} as const;

/** SPEC 3: files with these extensions are Markdown, even if a browser says otherwise. */
const MARKDOWN = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);

export function extensionOf(filename: string): string {
  const name = nameOf(filename).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(dot + 1);
}

/** MIME type for storing and serving a file: derived from its name, never from a client's claim. */
export function contentTypeOf(filename: string): string {
  const extension = extensionOf(filename);
  if (MARKDOWN.has(extension)) return 'text/markdown';
  // The registry maps `.ts` to a video stream, but people share source code.
  if (extension === 'ts') return 'text/plain';
  return mime.getType(filename) ?? 'application/octet-stream';
}

const FILE_TYPE_OF = Object.fromEntries(
  FILE_TYPES.map((typeName, type) => [typeName, { type, typeName }]),
) as Record<FileTypeName, FileType>;

/** Lists of extensions from the settings. */
export interface FileTypeSettings {
  get(key: (typeof SETTING_OF_TYPE)[keyof typeof SETTING_OF_TYPE]): Promise<string>;
}

/** Returns the type of a file by its name; the same function until the lists change. */
export type FileTypes = (filename: string) => FileType;

const known = new WeakMap<FileTypeSettings, { lists: string; typeOf: FileTypes }>();

/**
 * Creates a function that looks the extension up in the preview settings, then in the MIME registry
 * (CONTRACT F4).
 */
export async function createFileTypes(settings: FileTypeSettings): Promise<FileTypes> {
  const keys = Object.values(SETTING_OF_TYPE);
  const lists = await Promise.all(keys.map((key) => settings.get(key)));
  const before = known.get(settings);
  if (before?.lists === lists.join('\n')) return before.typeOf;
  const typeOf = typesOf(lists);
  known.set(settings, { lists: lists.join('\n'), typeOf });
  return typeOf;
}

function typesOf(lists: readonly string[]): FileTypes {
  const byExtension = new Map<string, FileTypeName>();
  for (const [index, typeName] of Object.keys(SETTING_OF_TYPE).entries()) {
    for (const extension of lists[index]?.split(',') ?? []) {
      const name = extension.trim().toLowerCase();
      if (name && !byExtension.has(name)) byExtension.set(name, typeName as FileTypeName);
    }
  }
  return (filename) => {
    const listed = byExtension.get(extensionOf(filename));
    if (listed) return FILE_TYPE_OF[listed];
    const [family = ''] = contentTypeOf(filename).split('/');
    return FILE_TYPE_OF[FILE_TYPES.find((name) => name === family) ?? 'unknown'];
  };
}
