import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { takes } from '../schema.ts';
import { ownBundle } from './bundle-shapes.ts';
import {
  type DeliveryEnd,
  type DeliveryId,
  type DeliveryIds,
  type DeliveryListQuery,
  type DeliveryMove,
  deliveryIds,
  deliveryPage,
  deliveryParams,
  deliveryQuery,
  enteredRequest,
  entry,
  finishBody,
  finishedDelivery,
  moveBody,
  type UploadRequestEntry,
  visitedDelivery,
  visitedUploadRequest,
} from './delivery-shapes.ts';
import { batchResult } from './fields.ts';
import { uploadRequests } from './link-routes.ts';
import { shareFieldErrors, slugParams } from './share-visits.ts';
import {
  idParams,
  type NewUploadRequest,
  newOwnRequest,
  newRequest,
  ownRequest,
  requestChanges,
  requestDeletion,
  requestListExtras,
  requestListQuery,
  requestPage,
  type UploadRequestChanges,
  type UploadRequestDeletion,
  type UploadRequestId,
  type UploadRequestListQuery,
  type UploadRequestSlug,
} from './upload-request-shapes.ts';

const feature = 'upload-requests';

const changeErrors = [
  ...shareFieldErrors,
  'notifications.url_invalid',
  'notifications.address_refused',
] as const;

/**
 * Creates a link through which others send files in. They land in a folder of a mount, which needs the
 * right to upload there, or in the storage of shares.
 */
export const createUploadRequest = endpoint({
  ...uploadRequests.create,
  access: 'file_share',
  feature,
  summary: 'Create an upload request: a link through which others send files in',
  status: 201,
  honoursIdempotencyKey: true,
  body: takes<NewUploadRequest>()(newRequest),
  data: newOwnRequest,
  errors: [
    ...changeErrors,
    'auth.outside_base_path',
    'file_system.path_invalid',
    'file_system.not_found',
    'mounts.not_found',
    'file_shares.no_storage',
    'storage.unavailable',
    'storage.timeout',
  ],
});

/** Lists the own upload requests of a key holder, or all for an administrator; newest first by default. */
export const listUploadRequests = endpoint({
  ...uploadRequests.list,
  access: 'file_share',
  feature,
  summary: 'List upload requests',
  query: takes<UploadRequestListQuery>()(requestListQuery),
  data: requestPage,
  extras: requestListExtras,
  errors: [],
});

/** Returns one upload request for its owner. */
export const getUploadRequest = endpoint({
  ...uploadRequests.get,
  access: 'file_share',
  feature,
  summary: 'One upload request',
  params: takes<UploadRequestId>()(idParams),
  data: ownRequest,
  errors: ['upload_requests.not_found'],
});

/**
 * Changes an upload request; absent fields keep their values. A new webhook gets a secret, which only
 * this reply has.
 */
export const updateUploadRequest = endpoint({
  ...uploadRequests.update,
  access: 'file_share',
  feature,
  summary: 'Change an upload request',
  params: takes<UploadRequestId>()(idParams),
  body: takes<UploadRequestChanges>()(requestChanges),
  data: newOwnRequest,
  errors: ['upload_requests.not_found', ...changeErrors],
});

/**
 * Deletes upload requests. Their files are deleted, too, unless they lie in a mount or belong to a
 * bundle.
 */
export const deleteUploadRequests = endpoint({
  ...uploadRequests.delete,
  access: 'file_share',
  feature,
  summary: 'Delete upload requests',
  body: takes<UploadRequestDeletion>()(requestDeletion),
  data: batchResult,
  errors: [],
});

/** Lists what others have sent in, newest first. Only stored files are listed. */
export const listDeliveries = endpoint({
  ...uploadRequests.deliveries,
  access: 'file_share',
  feature,
  summary: 'List the deliveries of an upload request',
  params: takes<UploadRequestId>()(idParams),
  query: takes<DeliveryListQuery>()(deliveryQuery),
  data: deliveryPage,
  errors: ['upload_requests.not_found'],
});

/** Marks deliveries as seen. */
export const markDeliveriesSeen = endpoint({
  ...uploadRequests.markSeen,
  access: 'file_share',
  feature,
  summary: 'Mark deliveries as seen',
  params: takes<UploadRequestId>()(idParams),
  body: takes<DeliveryIds>()(deliveryIds),
  data: z.null(),
  errors: ['upload_requests.not_found'],
});

/** Deletes deliveries and their files, those in a mount, too. Files of a bundle stay. */
export const deleteDeliveries = endpoint({
  ...uploadRequests.deleteDeliveries,
  access: 'file_share',
  feature,
  summary: 'Delete deliveries with their files',
  params: takes<UploadRequestId>()(idParams),
  body: takes<DeliveryIds>()(deliveryIds),
  data: batchResult,
  errors: ['upload_requests.not_found'],
});

/** Makes a bundle of a delivery: its files get a link, and stay in the delivery. Safe to repeat. */
export const bundleDelivery = endpoint({
  ...uploadRequests.bundle,
  access: 'file_share',
  feature,
  summary: 'Make a bundle of a delivery',
  status: 201,
  params: takes<DeliveryId>()(deliveryParams),
  data: ownBundle,
  errors: [
    'upload_requests.not_found',
    'upload_requests.delivery_not_found',
    'upload_requests.delivery_empty',
  ],
});

/** Moves the files of a delivery into a new folder, named after the delivery, in a folder of a mount. */
export const moveDelivery = endpoint({
  ...uploadRequests.move,
  access: 'file_share',
  feature,
  summary: 'Move the files of a delivery into a folder of a mount',
  params: takes<DeliveryId>()(deliveryParams),
  body: takes<DeliveryMove>()(moveBody),
  data: batchResult,
  errors: [
    'upload_requests.not_found',
    'upload_requests.delivery_not_found',
    'upload_requests.delivery_empty',
    'auth.outside_base_path',
    'file_system.path_invalid',
    'file_system.not_found',
    'mounts.not_found',
    'storage.insufficient',
    'storage.unavailable',
    'storage.timeout',
  ],
});

const visitErrors = [
  'upload_requests.not_found',
  'upload_requests.expired',
  'upload_requests.folder_gone',
] as const;

/** Returns an upload request as visitors see it; never what others have sent. */
export const viewUploadRequest = endpoint({
  ...uploadRequests.view,
  access: 'public',
  feature,
  summary: 'Public information about an upload request',
  params: takes<UploadRequestSlug>()(slugParams),
  data: visitedUploadRequest,
  errors: visitErrors,
});

/**
 * Starts a delivery. The token authorizes the upload calls of file shares, for this delivery alone, with
 * the header `Authorization: Upload {token}`.
 */
export const enterUploadRequest = endpoint({
  ...uploadRequests.enter,
  access: 'public',
  feature,
  summary: 'Start a delivery into an upload request',
  status: 201,
  params: takes<UploadRequestSlug>()(slugParams),
  body: takes<UploadRequestEntry>()(entry),
  data: enteredRequest,
  errors: [
    ...visitErrors,
    'upload_requests.password_required',
    'upload_requests.wrong_password',
    'upload_requests.name_required',
    'auth.throttled',
    'auth.busy',
  ],
});

const tokenErrors = [...visitErrors, 'upload_requests.token_invalid'] as const;

/** Returns the own delivery, for the holder of its token. */
export const visitDelivery = endpoint({
  ...uploadRequests.delivery,
  access: 'public',
  acceptsUploadToken: true,
  feature,
  summary: 'The own delivery into an upload request',
  params: takes<UploadRequestSlug>()(slugParams),
  data: visitedDelivery,
  errors: tokenErrors,
});

/** Finishes the own delivery; its token uploads nothing more. Safe to repeat. */
export const finishDelivery = endpoint({
  ...uploadRequests.finish,
  access: 'public',
  acceptsUploadToken: true,
  feature,
  summary: 'Finish the own delivery into an upload request',
  params: takes<UploadRequestSlug>()(slugParams),
  body: takes<DeliveryEnd>()(finishBody),
  data: finishedDelivery,
  errors: [...tokenErrors, 'upload_requests.delivery_empty'],
});
