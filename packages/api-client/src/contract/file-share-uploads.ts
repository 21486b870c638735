import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import {
  byteCount,
  completedParts,
  expiresInHours,
  fileName,
  lenientBoolean,
  maxViews,
  optionalPassword,
  optionalSlug,
  partNumber,
  remark,
  signedParts,
  timestamp,
  uploadId,
} from './fields.ts';
import { committedFileShare, shareAddress, uploadedFileShare } from './file-shares.ts';

const feature = 'file-shares';

/** What may be set about a file when it is uploaded. */
export const uploadOptions = {
  s3_config_id: z.string().max(64).nullish(),
  slug: optionalSlug,
  path: z.string().max(1024).nullish(),
  remark,
  password: optionalPassword,
  expires_in: expiresInHours,
  max_views: maxViews,
  use_proxy: z.union([lenientBoolean, z.literal('').transform(() => null)]).nullish(),
};

export const uploadErrors = [
  'shares.slug_invalid',
  'shares.slug_reserved',
  'shares.slug_taken',
  'shares.expiry_invalid',
  'shares.max_views_invalid',
  'file_shares.too_large',
  'file_shares.no_storage',
  'file_shares.path_invalid',
  'storage.not_found',
  'storage.insufficient',
  'storage.unavailable',
  'storage.timeout',
] as const;

const reservation = z.object({
  file_id: z.string(),
  storage_path: z.string(),
  s3_url: z.string(),
  slug: z.string(),
  provider_type: z.string(),
  contentType: z.string(),
  hasPassword: z.boolean(),
  expiresAt: timestamp.nullable(),
  maxViews: z.int().nullable(),
  ...shareAddress,
});

/** Take the slug from a share of the caller's own, once the upload is complete. */
const override = z.union([lenientBoolean, z.literal('')]).nullish();

const presignBody = z.object({
  ...uploadOptions,
  filename: fileName,
  size: byteCount.nullish(),
  mimetype: z.string().max(255).nullish(),
  override,
});

/** Reserves a share and signs the URL to which the browser PUTs the file; the URL lives 3600 s. */
export const presignFileShare = endpoint({
  method: 'POST',
  path: '/api/s3/presign',
  access: 'file_share',
  feature,
  summary: 'Reserve a file share and get a URL to upload to',
  body: presignBody,
  data: reservation.extend({ upload_url: z.string() }),
  errors: uploadErrors,
});

/** Publishes a share once its bytes are in storage, which is asked for their size and ETag. */
export const commitFileShare = endpoint({
  method: 'POST',
  path: '/api/s3/commit',
  access: 'file_share',
  feature,
  summary: 'Publish an uploaded file',
  body: z.object({
    file_id: z.string().min(1).max(64),
    size: byteCount.nullish(),
    etag: z.string().max(200).nullish(),
  }),
  data: committedFileShare,
  errors: [
    ...uploadErrors,
    'file_shares.not_found',
    'file_shares.not_uploaded',
    'file_shares.size_mismatch',
    'file_shares.etag_mismatch',
    'file_shares.upload_unknown',
  ],
});

const uploadReference = {
  file_id: z.string().min(1).max(64),
  upload_id: uploadId,
};

/** Reserves a share and starts a multipart upload; the reply has the URLs of the first parts. */
export const initFileShareMultipart = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/init',
  access: 'file_share',
  feature,
  summary: 'Reserve a file share and start a multipart upload',
  body: presignBody.extend({ size: byteCount, part_size: byteCount.nullish() }),
  data: reservation.extend({
    upload_id: z.string(),
    part_size: z.int(),
    part_count: z.int(),
    presigned_urls: signedParts,
    /** Lifetime of the part URLs in seconds. */
    expires_in: z.int(),
  }),
  errors: uploadErrors,
});

/** Signs URLs for parts, at most 1000 at a time. */
export const signFileShareParts = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/refresh-urls',
  access: 'file_share',
  feature,
  summary: 'Sign URLs for parts of a multipart upload',
  body: z.object({ ...uploadReference, part_numbers: z.array(partNumber).min(1).max(1000) }),
  data: z.object({ presigned_urls: signedParts, expires_in: z.int() }),
  errors: ['file_shares.upload_unknown', 'storage.unavailable', 'storage.timeout'],
});

/** Lists the parts that storage has, so that an upload can be resumed after a reload. */
export const listFileShareParts = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/list-parts',
  access: 'file_share',
  feature,
  summary: 'List the uploaded parts of a multipart upload',
  body: z.object(uploadReference),
  data: z.object({
    parts: z.array(z.object({ partNumber: z.int(), size: z.int(), etag: z.string() })),
  }),
  errors: ['file_shares.upload_unknown', 'storage.unavailable', 'storage.timeout'],
});

/** Joins the parts; safe to repeat. The share is public only after commit. */
export const completeFileShareMultipart = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/complete',
  access: 'file_share',
  feature,
  summary: 'Join the parts of a multipart upload',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.object({
    ...uploadReference,
    parts: completedParts,
  }),
  data: z.object({ file_id: z.string(), etag: z.string(), size: z.int() }),
  errors: [
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
  method: 'POST',
  path: '/api/s3/multipart/abort',
  access: 'file_share',
  feature,
  summary: 'Drop a multipart upload',
  body: z.object(uploadReference),
  data: z.null(),
  errors: ['file_shares.upload_unknown', 'storage.unavailable', 'storage.timeout'],
});

/** Streams a form's `file` to storage; the fields of the form are the upload options. */
export const uploadFileShareForm = streamEndpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'file_share',
  feature,
  summary: 'Share a file sent as a form',
  sends: 'request',
  requestType: 'multipart/form-data',
  form: z.object(uploadOptions),
  status: 201,
  data: uploadedFileShare,
  errors: [...uploadErrors, 'file_shares.file_missing'],
});

/** Streams a raw body to storage; the upload options come in the query. */
export const uploadFileShareDirect = streamEndpoint({
  method: 'PUT',
  path: '/api/upload-direct/:filename',
  access: 'file_share',
  feature,
  summary: 'Share a file sent as a raw body',
  sends: 'request',
  requestType: 'application/octet-stream',
  status: 201,
  params: z.object({ filename: fileName }),
  query: z.object({ ...uploadOptions, override }),
  data: uploadedFileShare,
  errors: uploadErrors,
});
