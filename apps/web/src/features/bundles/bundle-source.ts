import type { CallOptions } from '@satchel/api-client/client';
import { bundles } from '@satchel/api-client/contract/link-routes';
import { useQuery } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { nameOf } from '#shared/format/item-path.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { plainPictures } from '#shared/loading/plain-page.ts';
import { keepThumbnail } from '#shared/previews/images/thumbnail-store.ts';
import type { PreviewFile, PreviewSource } from '#shared/previews/source/preview-source.ts';
import { bundleFileUrl, encodePath, type Visit } from './addresses.ts';
import { bundleKeys } from './queries.ts';

/** Reads the files of an opened bundle. */
export function createBundleSource(visit: Visit): PreviewSource {
  const { slug, grant } = visit;
  const read = (path: string, query: Record<string, unknown>, options: CallOptions) => {
    const at = bundles.readFile.path.replace(':slug', encodeURIComponent(slug));
    const route = { ...bundles.readFile, path: at.replace('*', encodePath(path)) };
    return client.request(route, { query: { grant, ...query } }, options);
  };
  const open: PreviewSource['open'] = (path, options) => read(path, {}, options);
  const urlOf = (path: string) => bundleFileUrl(visit, path);
  const id = `bundle ${slug}`;
  keepPlainThumbnails(id);
  return {
    id,
    keyOf: (path) => bundleKeys.file(slug, path),
    useFile(path, isListed) {
      const described = useQuery({
        queryKey: [...bundleKeys.file(slug, path), 'described'],
        queryFn: async ({ signal }) => ({
          file: await describeFile(open, path, signal),
          url: urlOf(path),
        }),
        enabled: !isListed,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      });
      if (!isListed) return described;
      const { refetch } = described;
      return { data: { file: undefined, url: urlOf(path) }, error: null, refetch };
    },
    open,
    openThumbnail: (path, thumbnail, signal) => read(path, { thumbnail }, { signal }),
    rangedUrl: urlOf,
    rangedHeaders: () => ({}),
    createLink: async (path) => urlOf(path),
    download(path) {
      const link = document.createElement('a');
      link.href = bundleFileUrl(visit, path, { download: true });
      link.download = plainName(nameOf(path));
      link.rel = 'noopener';
      // In the document, where the page notices the download.
      document.body.append(link);
      link.click();
      link.remove();
    },
  };
}

/**
 * Keeps the thumbnails of the page that the server has written, until sharper ones have loaded: those that are
 * loaded, and those in view, which are being loaded.
 */
function keepPlainThumbnails(id: string): void {
  for (const picture of plainPictures()) {
    const { alt, complete, naturalWidth, src } = picture;
    const pixels = Number(new URL(src).searchParams.get('thumbnail'));
    const isShown = complete ? naturalWidth > 0 : picture.getBoundingClientRect().top < innerHeight;
    if (isShown) keepThumbnail({ id }, { path: alt }, pixels, src);
  }
}

/** Describes a file that a link names and no loaded page of the list has. Reads its first byte only. */
async function describeFile(
  open: PreviewSource['open'],
  path: string,
  signal: AbortSignal,
): Promise<PreviewFile> {
  const reply = await open(path, { headers: { range: 'bytes=0-0' }, signal });
  await reply.body?.cancel();
  const total = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1];
  return {
    name: nameOf(path),
    path,
    isDirectory: false,
    size: Number(total ?? reply.headers.get('content-length') ?? 0),
    modified: new Date(reply.headers.get('last-modified') ?? 0).toISOString(),
    typeName: '',
    etag: reply.headers.get('etag') ?? undefined,
  };
}
