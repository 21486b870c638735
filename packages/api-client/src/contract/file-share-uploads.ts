import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { committedFileShare, uploadedFileShare } from './file-share-shapes.ts';
import {
  commitBody,
  completeBody,
  createQuery,
  directQuery,
  type FileShareCommit,
  type FileShareName,
  type FileShareOptions,
  type FileSharePartNumbers,
  type FileShareParts,
  type FileShareUploadReference,
  fileNameParams,
  initBody,
  type JoinedFileShare,
  joined,
  type NewFileShare,
  type NewMultipartFileShare,
  type NewUploadOptions,
  type PresignedFileShare,
  presignBody,
  presigned,
  type ResumableUploadId,
  type ResumableUploadState,
  referenceBody,
  resumableParams,
  resumableState,
  type SignedFileShareParts,
  type StartedFileShareMultipart,
  type StoredFileShareParts,
  signBody,
  signed,
  startedMultipart,
  storedParts,
  uploadOptions,
} from './file-share-upload-shapes.ts';
import { fileShares } from './routes.ts';
import { shareFieldErrors } from './share-visits.ts';

const feature = 'file-shares';

/** Errors of calls with the token of a delivery. */
const deliveryErrors = [
  'upload_requests.token_invalid',
  'upload_requests.expired',
  'upload_requests.folder_gone',
  'upload_requests.delivery_done',
  'upload_requests.too_many_files',
  'upload_requests.file_too_large',
  'upload_requests.total_too_large',
  'upload_requests.type_refused',
  'bundles.path_invalid',
  'file_system.changed',
  'file_system.busy',
  'file_system.locked',
  'file_system.claim_lost',
] as const;

/** Errors of every call that creates a file share. */
export const uploadErrors = [
  ...shareFieldErrors,
  'file_shares.too_large',
  'file_shares.no_storage',
  'file_shares.path_invalid',
  'bundles.not_found',
  'bundles.is_folder',
  'bundles.path_invalid',
  'storage.not_found',
  'storage.insufficient',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** Errors of every call that publishes an uploaded file. */
export const commitErrors = [
  ...uploadErrors,
  'file_shares.not_found',
  'file_shares.not_uploaded',
  'file_shares.size_mismatch',
  'file_shares.etag_mismatch',
] as const;

/** Errors of calls about the parts of an upload. */
const partErrors = [
  ...deliveryErrors,
  'file_shares.upload_unknown',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** Reserves a share and signs the URL to which the browser PUTs the file; the URL is valid for 3600 s. */
export const presignFileShare = endpoint({
  ...fileShares.presign,
  mayBeBatched: true,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Reserve a file share and get a URL to upload to',
  body: takes<NewFileShare>()(presignBody),
  data: gives<PresignedFileShare>(presigned),
  errors: [...uploadErrors, ...deliveryErrors],
});

/** Publishes a share once its bytes are stored; the server reads their size and ETag from the storage. */
export const commitFileShare = endpoint({
  ...fileShares.commit,
  mayBeBatched: true,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Publish an uploaded file',
  body: takes<FileShareCommit>()(commitBody),
  data: committedFileShare,
  errors: [...deliveryErrors, ...commitErrors, 'file_shares.upload_unknown'],
});

/** Reserves a share and starts a multipart upload; the reply has the URLs of the first parts. */
export const initFileShareMultipart = endpoint({
  ...fileShares.initMultipart,
  mayBeBatched: true,
  honoursIdempotencyKey: true,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Reserve a file share and start a multipart upload',
  body: takes<NewMultipartFileShare>()(initBody),
  data: gives<StartedFileShareMultipart>(startedMultipart),
  errors: [...uploadErrors, ...deliveryErrors],
});

/** Signs URLs for parts, at most 1000 per call. */
export const signFileShareParts = endpoint({
  ...fileShares.signParts,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Sign URLs for parts of a multipart upload',
  body: takes<FileSharePartNumbers>()(signBody),
  data: gives<SignedFileShareParts>(signed),
  errors: partErrors,
});

/** Lists the parts in the storage, so that an upload can be resumed after a reload. */
export const listFileShareParts = endpoint({
  ...fileShares.listParts,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'List the uploaded parts of a multipart upload',
  body: takes<FileShareUploadReference>()(referenceBody),
  data: gives<StoredFileShareParts>(storedParts),
  errors: partErrors,
});

/** Joins the parts; safe to repeat. The share is public only after commit. */
export const completeFileShareMultipart = endpoint({
  ...fileShares.completeMultipart,
  mayBeBatched: true,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Join the parts of a multipart upload',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: takes<FileShareParts>()(completeBody),
  data: gives<JoinedFileShare>(joined),
  errors: [
    ...deliveryErrors,
    'file_shares.upload_unknown',
    'file_shares.not_uploaded',
    'file_shares.parts_invalid',
    'file_shares.size_mismatch',
    'file_shares.too_large',
    'storage.insufficient',
    'storage.unavailable',
    'storage.timeout',
  ],
});

/** Aborts a multipart upload: parts and reserved share are removed, and its URLs stop working. */
export const abortFileShareMultipart = endpoint({
  ...fileShares.abortMultipart,
  mayBeBatched: true,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Drop a multipart upload',
  body: takes<FileShareUploadReference>()(referenceBody),
  data: z.null(),
  errors: partErrors,
});

/** Streams a form's `file` to the storage; the fields of the form are the upload options. */
export const uploadFileShareForm = streamEndpoint({
  ...fileShares.uploadForm,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Share a file sent as a form',
  sends: 'request',
  requestType: 'multipart/form-data',
  form: z.object(uploadOptions),
  status: 201,
  data: uploadedFileShare,
  errors: [...deliveryErrors, ...uploadErrors, 'file_shares.file_missing'],
});

/** Streams a raw body to the storage; the upload options are in the query. */
export const uploadFileShareDirect = streamEndpoint({
  ...fileShares.uploadDirect,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Share a file sent as a raw body',
  sends: 'request',
  requestType: 'application/octet-stream',
  status: 201,
  params: takes<FileShareName>()(fileNameParams),
  query: takes<FileShareOptions>()(directQuery),
  data: uploadedFileShare,
  errors: [...uploadErrors, ...deliveryErrors],
});

/** Errors of every call to a resumable upload, besides the problem details of the draft. */
const resumableErrors = [...partErrors, 'request.not_found', 'request.in_progress'] as const;

/**
 * Like `uploadDirect`. With the header `Upload-Complete` the upload is resumable by the IETF draft
 * `draft-ietf-httpbis-resumable-upload`, as it is in `uploadDirect`.
 */
export const createUpload = streamEndpoint({
  ...fileShares.createUpload,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Share a file sent as a raw body; resumable with the header Upload-Complete',
  sends: 'request',
  requestType: 'application/octet-stream',
  status: 201,
  query: takes<NewUploadOptions>()(createQuery),
  data: uploadedFileShare,
  errors: [...commitErrors, ...resumableErrors],
});

/**
 * State of a resumable upload, also in the headers `Upload-Offset`, `Upload-Complete`, `Upload-Length`
 * and `Upload-Limit`. Ends a request that is still appending.
 */
export const resumableUploadState = endpoint({
  ...fileShares.uploadState,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'How far a resumable upload is',
  params: takes<ResumableUploadId>()(resumableParams),
  data: gives<ResumableUploadState>(resumableState),
  errors: resumableErrors,
});

/**
 * Appends bytes at `Upload-Offset`. With `Upload-Complete: ?1` it then shares the file; with `?0` it
 * replies 204.
 */
export const appendToUpload = streamEndpoint({
  ...fileShares.appendToUpload,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Append to a resumable upload',
  sends: 'request',
  requestType: 'application/partial-upload',
  status: 201,
  params: takes<ResumableUploadId>()(resumableParams),
  data: uploadedFileShare,
  errors: [...commitErrors, ...resumableErrors, 'request.unsupported_type'],
});

/** Drops a resumable upload and its bytes. Replies 204, or JSON to a client that accepts it. */
export const dropUpload = endpoint({
  ...fileShares.dropUpload,
  access: 'file_share',
  acceptsUploadToken: true,
  feature,
  summary: 'Drop a resumable upload',
  params: takes<ResumableUploadId>()(resumableParams),
  data: z.null(),
  errors: resumableErrors,
});
