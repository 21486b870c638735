import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { committedFileShare } from './file-share-shapes.ts';
import { commitBody, completeBody, referenceBody } from './file-share-upload-shapes.ts';
import { commitErrors, uploadErrors } from './file-share-uploads.ts';
import { urlUploads } from './routes.ts';
import {
  type AbortedUrlUpload,
  aborted,
  address,
  type CancelledUrlUpload,
  type CompletedUrlUpload,
  cancelBody,
  cancelled,
  completed,
  initBody,
  type NewUrlMultipart,
  type NewUrlUpload,
  type PresignedUrlUpload,
  presigned,
  type SourceAddress,
  type SourceInfo,
  type StartedUrlMultipart,
  sourceInfo,
  started,
  type UrlParts,
  type UrlUploadCommit,
  type UrlUploadId,
  type UrlUploadReference,
  urlUpload,
} from './url-upload-shapes.ts';

const feature = 'url-uploads';

const sourceErrors = [
  'url_uploads.url_invalid',
  'url_uploads.address_refused',
  'url_uploads.source_unreachable',
  'url_uploads.source_timeout',
] as const;

/** Reads name, type and size of the file at a URL; stores nothing. */
export const readUrlInfo = endpoint({
  ...urlUploads.info,
  access: 'file_share',
  feature,
  summary: 'Name, type and size of the file at an address',
  body: takes<SourceAddress>()(address),
  data: gives<SourceInfo>(sourceInfo),
  errors: sourceErrors,
});

/**
 * Sends the bytes at a URL, as the source sends them, up to the largest upload. No ranges. A URL that
 * `url/info` was asked about within the last 10 minutes can be read once without a credential.
 */
export const readThroughUrlProxy = streamEndpoint({
  ...urlUploads.proxy,
  access: 'file_share',
  feature,
  summary: 'The file at an address, for browsers that may not read it themselves',
  sends: 'reply',
  query: takes<SourceAddress>()(address),
  errors: [...sourceErrors, 'file_shares.too_large'],
});

const startErrors = [...sourceErrors, ...uploadErrors] as const;

/** Reserves a share for the file at a URL, and signs the URL to which the browser PUTs it. */
export const presignUrlUpload = endpoint({
  ...urlUploads.presign,
  access: 'file_share',
  feature,
  summary: 'Reserve a file share for the file at an address',
  body: takes<NewUrlUpload>()(urlUpload),
  data: gives<PresignedUrlUpload>(presigned),
  errors: startErrors,
});

/** Publishes a share once its bytes are stored, like `/api/s3/commit`. */
export const commitUrlUpload = endpoint({
  ...urlUploads.commit,
  access: 'file_share',
  feature,
  summary: 'Publish a file that came from an address',
  body: takes<UrlUploadCommit>()(commitBody),
  data: committedFileShare,
  errors: commitErrors,
});

/**
 * Reserves a share and starts a multipart upload. The reply has the URLs of all parts, which are valid
 * for 3600 s. `total_size` is optional if the source states its size.
 */
export const initUrlMultipart = endpoint({
  ...urlUploads.initMultipart,
  access: 'file_share',
  feature,
  summary: 'Reserve a file share for the file at an address and start a multipart upload',
  body: takes<NewUrlMultipart>()(initBody),
  data: gives<StartedUrlMultipart>(started),
  errors: [...startErrors, 'request.length_required'],
});

/**
 * Joins the parts and publishes the share; safe to repeat. If the parts cannot be joined, the upload is
 * over. If the storage is unreachable, the upload stays and the call can be repeated.
 */
export const completeUrlMultipart = endpoint({
  ...urlUploads.completeMultipart,
  access: 'file_share',
  feature,
  summary: 'Join the parts of a file that came from an address and publish it',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: takes<UrlParts>()(completeBody),
  data: gives<CompletedUrlUpload>(completed),
  errors: [
    'file_shares.upload_unknown',
    'file_shares.parts_invalid',
    'bundles.not_found',
    'file_shares.too_large',
    'storage.insufficient',
    'storage.unavailable',
    'storage.timeout',
  ],
});

/** Aborts a multipart upload: parts and reserved share are removed; safe to repeat. */
export const abortUrlMultipart = endpoint({
  ...urlUploads.abortMultipart,
  access: 'file_share',
  feature,
  summary: 'Drop the multipart upload of a file that came from an address',
  body: takes<UrlUploadReference>()(referenceBody),
  data: gives<AbortedUrlUpload>(aborted),
  errors: ['file_shares.upload_unknown'],
});

/** Cancels an upload that is not committed, and removes its stored bytes. */
export const cancelUrlUpload = endpoint({
  ...urlUploads.cancel,
  access: 'file_share',
  feature,
  summary: 'Drop the upload of a file that came from an address',
  body: takes<UrlUploadId>()(cancelBody),
  data: gives<CancelledUrlUpload>(cancelled),
  errors: ['file_shares.upload_unknown'],
});
