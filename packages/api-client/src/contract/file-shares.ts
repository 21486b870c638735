import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import {
  batchResult,
  bit,
  expiresInHours,
  ids,
  lenientBoolean,
  lenientInteger,
  listKeyInfo,
  maxViews,
  optionalPassword,
  optionalSlug,
  queryInteger,
  remark,
  timestamp,
} from './fields.ts';

const feature = 'file-shares';

const slugParams = z.object({ slug: z.string().min(1).max(64) });
const idParams = z.object({ id: z.string().min(1).max(64) });
const filename = z.string().min(1).max(1024);
const size = lenientInteger.refine((value) => value >= 0);
const passwordQuery = {
  password: z.string().max(1024).optional(),
  /** Short-lived proof that the view was counted already (CONTRACT A3). */
  grant: z.string().max(1024).optional(),
};

/** The metadata of an upload (SPEC 3). */
export const uploadOptions = {
  s3_config_id: z.string().max(64).nullish(),
  slug: optionalSlug,
  path: z.string().max(1024).nullish(),
  remark,
  password: optionalPassword,
  expires_in: expiresInHours,
  max_views: maxViews,
  use_proxy: lenientBoolean.nullish(),
};

const uploadErrors = [
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

const viewErrors = [
  'file_shares.not_found',
  'file_shares.expired',
  'file_shares.used_up',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** One row as lists and single replies show it. */
const fileShareRow = z.object({
  id: z.string(),
  filename: z.string(),
  slug: z.string(),
  storage_path: z.string(),
  storage_config_id: z.string(),
  storage_type: z.string(),
  file_path: z.string().nullable(),
  mimetype: z.string(),
  size: z.int(),
  remark: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  views: z.int(),
  max_views: z.int().nullable(),
  expires_at: timestamp.nullable(),
  etag: z.string().nullable(),
  created_by: z.string().nullable(),
  key_name: z.string().nullable(),
  use_proxy: bit,
  storage_config_name: z.string(),
  storage_provider_type: z.string(),
  storage_config_detail_id: z.string(),
  has_password: z.boolean(),
  type: z.int(),
  typeName: z.string(),
});

const committedFileShare = fileShareRow.extend({ url: z.string() });

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
  url: z.string(),
});

const presignBody = z.object({
  ...uploadOptions,
  filename,
  size: size.nullish(),
  mimetype: z.string().max(255).nullish(),
  override: z.union([lenientBoolean, z.literal('')]).nullish(),
});

/** Reserves a share and signs the URL to which the browser PUTs the file; lives 3600 s. */
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

/** Publishes a share after its object is there; its size and ETag are read from storage. */
export const commitFileShare = endpoint({
  method: 'POST',
  path: '/api/s3/commit',
  access: 'file_share',
  feature,
  summary: 'Publish an uploaded file',
  body: z.object({
    file_id: z.string().min(1).max(64),
    size: size.nullish(),
    etag: z.string().max(200).nullish(),
  }),
  data: committedFileShare,
  errors: [
    ...uploadErrors,
    'file_shares.not_found',
    'file_shares.not_uploaded',
    'file_shares.size_mismatch',
    'file_shares.etag_mismatch',
  ],
});

const signedParts = z.array(z.object({ partNumber: z.int(), url: z.string() }));
const uploadReference = {
  file_id: z.string().min(1).max(64),
  upload_id: z.string().min(1).max(1024),
};
const partNumber = z.int().min(1).max(10_000);

/** Reserves a share and starts a multipart upload for it; the first part URLs come along. */
export const initFileShareMultipart = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/init',
  access: 'file_share',
  feature,
  summary: 'Reserve a file share and start a multipart upload',
  body: presignBody.extend({ size, part_size: size.nullish() }),
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

/** Lists what storage has of a multipart upload, so that it can go on after a reload. */
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

/** Joins the parts; safe to repeat. The share is published by commit. */
export const completeFileShareMultipart = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/complete',
  access: 'file_share',
  feature,
  summary: 'Join the parts of a multipart upload',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.object({
    ...uploadReference,
    parts: z
      .array(z.object({ PartNumber: partNumber, ETag: z.string().min(1).max(200) }))
      .min(1)
      .max(10_000),
  }),
  data: z.object({ file_id: z.string(), etag: z.string(), size: z.int() }),
  errors: [
    'file_shares.upload_unknown',
    'file_shares.parts_invalid',
    'storage.unavailable',
    'storage.timeout',
  ],
});

/** Drops a multipart upload, its parts and the reserved share. */
export const abortFileShareMultipart = endpoint({
  method: 'POST',
  path: '/api/s3/multipart/abort',
  access: 'file_share',
  feature,
  summary: 'Drop a multipart upload',
  body: z.object(uploadReference),
  data: z.null(),
  errors: ['storage.unavailable', 'storage.timeout'],
});

/** Streams a form's `file` to storage; the fields of the form are the upload options. */
export const uploadFileShareForm = streamEndpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'file_share',
  feature,
  summary: 'Share a file sent as a form',
  sends: 'request',
  status: 201,
  data: committedFileShare,
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
  status: 201,
  params: z.object({ filename }),
  query: z.object(uploadOptions),
  data: committedFileShare,
  errors: uploadErrors,
});

/** Own files of a key holder, all files of an administrator, newest first. */
export const listFileShares = endpoint({
  method: 'GET',
  path: '/api/files',
  access: 'file_share',
  feature,
  summary: 'List file shares',
  query: z.object({
    limit: queryInteger(50, 1, 1000),
    offset: queryInteger(0, 0, 1_000_000_000),
    search: z.string().max(200).optional(),
    created_by: z.string().max(100).optional(),
  }),
  data: z.object({
    files: z.array(fileShareRow),
    pagination: z.object({
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      hasMore: z.boolean(),
    }),
  }),
  extras: z.object({ key_info: listKeyInfo.optional() }),
  errors: [],
});

const fileUrls = z.object({
  previewUrl: z.string(),
  downloadUrl: z.string(),
  proxyPreviewUrl: z.string(),
  proxyDownloadUrl: z.string(),
  use_proxy: bit,
});

/** One file share with URLs for its owner, which spend no view. */
export const getFileShare = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  access: 'file_share',
  feature,
  summary: 'One file share',
  params: idParams,
  data: fileShareRow.extend({ urls: fileUrls }),
  errors: ['file_shares.not_found'],
});

/** Changes a file share; what is absent stays, `max_views` starts views again at 0. */
export const updateFileShare = endpoint({
  method: 'PUT',
  path: '/api/files/:id',
  access: 'file_share',
  feature,
  summary: 'Change a file share',
  params: idParams,
  body: z.object({
    remark,
    slug: optionalSlug,
    expires_at: timestamp.nullish(),
    use_proxy: lenientBoolean.optional(),
    max_views: maxViews,
    password: optionalPassword,
  }),
  data: z.null(),
  errors: [
    'file_shares.not_found',
    'shares.slug_invalid',
    'shares.slug_reserved',
    'shares.slug_taken',
    'shares.expiry_invalid',
    'shares.max_views_invalid',
  ],
});

/** Deletes shares, and with `both` their objects too. */
export const deleteFileShares = endpoint({
  method: 'DELETE',
  path: '/api/files/batch-delete',
  access: 'file_share',
  feature,
  summary: 'Delete file shares',
  body: z.object({ ids, delete_mode: z.enum(['both', 'record_only']).default('both') }),
  data: batchResult,
  errors: [],
});

const publicFileShare = z.object({
  id: z.string(),
  slug: z.string(),
  filename: z.string(),
  mimetype: z.string(),
  size: z.int(),
  remark: z.string().nullable(),
  created_at: timestamp,
  requires_password: z.boolean(),
  has_password: z.boolean(),
  views: z.int(),
  max_views: z.int().nullable(),
  expires_at: timestamp.nullable(),
  previewUrl: z.string().optional(),
  downloadUrl: z.string().optional(),
  s3_direct_preview_url: z.string().optional(),
  s3_direct_download_url: z.string().optional(),
  proxy_preview_url: z.string().optional(),
  proxy_download_url: z.string().optional(),
  use_proxy: bit,
  created_by: z.string().nullable(),
  type: z.int(),
  typeName: z.string(),
  isLastView: z.boolean().optional(),
});

/** What a visitor sees of a file; hands out URLs, and so spends a view, unless it has a password or `peek` is set. */
export const viewFileShare = endpoint({
  method: 'GET',
  path: '/api/public/files/:slug',
  access: 'public',
  feature,
  summary: 'Public information about a shared file',
  params: slugParams,
  query: z.object({ peek: lenientBoolean.optional() }),
  data: publicFileShare,
  errors: viewErrors,
});

/** The same with the password; a right one spends a view and hands out URLs. */
export const unlockFileShare = endpoint({
  method: 'POST',
  path: '/api/public/files/:slug/verify',
  access: 'public',
  feature,
  summary: 'Open a shared file that has a password',
  params: slugParams,
  body: z.object({ password: z.string().min(1).max(1024) }),
  data: publicFileShare,
  errors: [
    ...viewErrors,
    'file_shares.wrong_password',
    'file_shares.no_password',
    'auth.throttled',
  ],
});

const content = {
  method: 'GET',
  access: 'public',
  feature,
  sends: 'reply',
  params: slugParams,
  query: z.object(passwordQuery),
  errors: [
    ...viewErrors,
    'file_shares.password_required',
    'file_shares.wrong_password',
    'request.range_not_satisfiable',
    'auth.throttled',
  ],
} as const;

/** The file's bytes to be shown in place; ranges and conditions work. */
export const fileShareView = streamEndpoint({
  ...content,
  path: '/api/file-view/:slug',
  summary: 'The bytes of a shared file, inline',
});

/** The file's bytes to be saved; ranges and conditions work. */
export const fileShareDownload = streamEndpoint({
  ...content,
  path: '/api/file-download/:slug',
  summary: 'The bytes of a shared file, as a download',
});
