import { backendOrigin } from '#shared/environment/backend.ts';

/** Bundle that a visit has opened. */
export interface Visit {
  readonly slug: string;
  /** Proof of the visit. */
  readonly grant: string;
}

/** Encodes a path within a bundle; its slashes stay. */
export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Address of a file of a bundle: to show it, to download it, or of its thumbnail. */
export function bundleFileUrl(
  { slug, grant }: Visit,
  path: string,
  form: { readonly download?: boolean; readonly thumbnail?: number } = {},
): string {
  const query = new URLSearchParams({ grant });
  if (form.download) query.set('download', '1');
  if (form.thumbnail !== undefined) query.set('thumbnail', String(form.thumbnail));
  return `${backendOrigin()}/api/bundle-file/${encodeURIComponent(slug)}/${encodePath(path)}?${query}`;
}

/** Address of a bundle, or of one of its folders, as a zip archive. */
export function bundleArchiveUrl({ slug, grant }: Visit, path = ''): string {
  const query = new URLSearchParams({ grant, ...(path && { path }) });
  return `${backendOrigin()}/api/bundle-archive/${encodeURIComponent(slug)}?${query}`;
}

/** Address of the events of a bundle. */
export function bundleEventsUrl({ slug, grant }: Visit): string {
  const query = new URLSearchParams({ grant });
  return `${backendOrigin()}/api/public/bundles/${encodeURIComponent(slug)}/events?${query}`;
}
