import type { DeliveryRow } from '../queries.ts';

/**
 * Address of the page that shows a delivered file: the explorer's for a file in a mount, otherwise that of the
 * delivery's bundle; undefined without either.
 *
 * @param path path within the delivery
 */
export function fileLinkOf(
  delivery: Pick<DeliveryRow, 'path'>,
  path: string,
  bundleSlug: string | undefined,
): string | undefined {
  if (delivery.path !== null) {
    const full = `${delivery.path.replace(/\/$/, '')}/${path}`;
    const slash = full.lastIndexOf('/');
    const folder = full.slice(0, slash).split('/').map(encodeURIComponent).join('/');
    return `/mount-explorer${folder}?${new URLSearchParams({ preview: full.slice(slash + 1) })}`;
  }
  if (bundleSlug === undefined) return undefined;
  return `/share/${encodeURIComponent(bundleSlug)}?${new URLSearchParams({ file: path })}`;
}
