import { streamEndpoint } from '../endpoint.ts';
import { takes } from '../schema.ts';
import {
  type DeliveredFileQuery,
  type DeliveryArchiveQuery,
  type DeliveryId,
  deliveredFileQuery,
  deliveryArchiveQuery,
  deliveryParams,
} from './delivery-shapes.ts';
import { byteErrors } from './fields.ts';
import { uploadRequests } from './link-routes.ts';

const feature = 'upload-requests';

const downloadErrors = [
  'upload_requests.not_found',
  'upload_requests.delivery_not_found',
  'storage.unavailable',
  'storage.timeout',
  ...byteErrors,
] as const;

/**
 * Sends a file of a delivery as a download; ranges and conditional requests work. Needs the credential of the
 * request's owner, or the grant of the delivery. A file in a mount needs the right to view it there.
 */
export const readDeliveredFile = streamEndpoint({
  ...uploadRequests.readFile,
  access: 'public',
  feature,
  summary: 'Download a file of a delivery, for the owner of its request',
  sends: 'reply',
  params: takes<DeliveryId>()(deliveryParams),
  query: takes<DeliveredFileQuery>()(deliveredFileQuery),
  errors: [...downloadErrors, 'bundles.path_invalid', 'bundles.item_not_found'],
});

/**
 * Sends a delivery as a zip archive of stored files, for its owner like {@link readDeliveredFile}. Ranges and
 * conditional requests work, so that an interrupted download can be resumed.
 */
export const deliveryArchive = streamEndpoint({
  ...uploadRequests.archive,
  access: 'public',
  feature,
  summary: 'Download a delivery as a zip archive, for the owner of its request',
  sends: 'reply',
  params: takes<DeliveryId>()(deliveryParams),
  query: takes<DeliveryArchiveQuery>()(deliveryArchiveQuery),
  errors: downloadErrors,
});
