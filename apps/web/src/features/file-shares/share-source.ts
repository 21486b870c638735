import { useQuery } from '@tanstack/react-query';
import type {
  DescribedFile,
  PreviewFile,
  PreviewSource,
} from '#shared/previews/source/preview-source.ts';
import { fileShareKeys, type PublicFileShare } from './queries.ts';

/** File of an opened share. Its URLs contain a grant, so that no reader spends another view. */
export type OpenedFile = Pick<
  PublicFileShare,
  | 'filename'
  | 'slug'
  | 'mimetype'
  | 'size'
  | 'created_at'
  | 'typeName'
  | 'previewUrl'
  | 'proxy_preview_url'
  | 'downloadUrl'
>;

export function previewFileOf(share: OpenedFile): PreviewFile {
  const { filename, mimetype, size, created_at, typeName } = share;
  return {
    name: filename,
    path: filename,
    isDirectory: false,
    size,
    modified: created_at,
    typeName,
    mediaType: mimetype,
  };
}

/** URLs of an opened share. */
export interface ShareReadUrls {
  readonly slug: string;
  /** For elements of the page; perhaps the storage's own. */
  readonly previewUrl: string;
  /** Goes through the server, which lets this page read it. */
  readonly proxied: string;
  readonly downloadUrl: string;
}

/** Reads the file of an opened share. */
export function createShareSource(urls: ShareReadUrls): PreviewSource {
  const { slug, previewUrl, proxied, downloadUrl } = urls;
  const key = [...fileShareKeys.visited, slug, 'preview', proxied];
  const open: PreviewSource['open'] = async (_path, { headers, signal }) => {
    const reply = await fetch(proxied, {
      ...(headers && { headers }),
      ...(signal && { signal }),
      credentials: 'omit',
    });
    if (!reply.ok) throw new Error(`The file answered ${reply.status}`);
    return reply;
  };
  return {
    id: `file share ${slug}`,
    keyOf: () => key,
    useFile: () =>
      useQuery<DescribedFile>({
        queryKey: [...key, 'described'],
        queryFn: () => ({ file: undefined, url: previewUrl }),
      }),
    open,
    openThumbnail: (path, _sizePx, signal) => open(path, { signal }),
    rangedUrl: () => proxied,
    rangedHeaders: () => ({}),
    createLink: async () => previewUrl,
    download: () => window.location.assign(downloadUrl),
  };
}
