import { backendOrigin } from '#shared/environment/backend.ts';
import { directoryOf, nameOf } from '#shared/format/item-path.ts';
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
    const folder = directoryOf(full).split('/').map(encodeURIComponent).join('/');
    return `/mount-explorer${folder}?${new URLSearchParams({ preview: nameOf(full) })}`;
  }
  if (bundleSlug === undefined) return undefined;
  return `/share/${encodeURIComponent(bundleSlug)}?${new URLSearchParams({ file: path })}`;
}

type Granted = Pick<DeliveryRow, 'id' | 'grant'>;

/** Address that downloads a file of a delivery. */
export function deliveredFileUrl(requestId: string, { id, grant }: Granted, path: string): string {
  return `${addressOf(requestId, id)}/file?${new URLSearchParams({ path, grant })}`;
}

/** Address that downloads all of a delivery as a zip archive. */
export function deliveryArchiveUrl(requestId: string, { id, grant }: Granted): string {
  return `${addressOf(requestId, id)}/archive?${new URLSearchParams({ grant })}`;
}

function addressOf(requestId: string, delivery: string): string {
  const [request, id] = [requestId, delivery].map(encodeURIComponent);
  return `${backendOrigin()}/api/requests/${request}/deliveries/${id}`;
}
