import mime from 'mime';
import type { SettingService } from '#features/settings/service.ts';

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

/** SPEC 3: Markdown is Markdown, whatever a browser says. */
const MARKDOWN = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);

export function extensionOf(filename: string): string {
  const name = filename.slice(filename.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(dot + 1);
}

/** The MIME type that a file is stored and served with: by its name, never by what a client says. */
export function contentTypeOf(filename: string): string {
  const extension = extensionOf(filename);
  if (MARKDOWN.has(extension)) return 'text/markdown';
  // The registry reads `.ts` as a video stream; people share source code.
  if (extension === 'ts') return 'text/plain';
  return mime.getType(filename) ?? 'application/octet-stream';
}

/** Looks the extension up in the preview settings, then in the MIME registry (CONTRACT F4). */
export async function createFileTypes(
  settings: Pick<SettingService, 'get'>,
): Promise<(filename: string) => FileType> {
  const byExtension = new Map<string, FileTypeName>();
  for (const [typeName, key] of Object.entries(SETTING_OF_TYPE)) {
    for (const extension of (await settings.get(key)).split(',')) {
      const name = extension.trim().toLowerCase();
      if (name && !byExtension.has(name)) byExtension.set(name, typeName as FileTypeName);
    }
  }
  return (filename) => {
    const known = byExtension.get(extensionOf(filename));
    const [family = ''] = contentTypeOf(filename).split('/');
    const typeName = known ?? FILE_TYPES.find((name) => name === family) ?? 'unknown';
    return { type: FILE_TYPES.indexOf(typeName), typeName };
  };
}
