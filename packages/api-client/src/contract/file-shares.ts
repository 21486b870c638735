import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import {
  batchResult,
  bit,
  ids,
  lenientBoolean,
  listKeyInfo,
  maxViews,
  optionalPassword,
  optionalSlug,
  queryInteger,
  queryNumber,
  remark,
  timestamp,
} from './fields.ts';

const feature = 'file-shares';

const slugParams = z.object({ slug: z.string().min(1).max(64) });
const idParams = z.object({ id: z.string().min(1).max(64) });
const passwordQuery = {
  password: z.string().max(1024).optional(),
  /** Short-lived proof that the view was counted already, so that the content costs no second one. */
  grant: z.string().max(1024).optional(),
};

const viewErrors = [
  'file_shares.not_found',
  'file_shares.expired',
  'file_shares.used_up',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** A file share as its owner sees it, in lists and alone. */
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

/** Where people open a share. */
export const shareAddress = {
  /** Relative to the server's address. */
  url: z.string(),
  /** Absolute. */
  share_url: z.string(),
};

/** One row and the address under which the file is shared. */
export const committedFileShare = fileShareRow.extend(shareAddress);

/** The same, and where its owner reads the bytes, without spending a view. */
export const uploadedFileShare = committedFileShare.extend({
  previewUrl: z.string(),
  downloadUrl: z.string(),
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

/** Changes a file share; absent fields keep their values, and setting `max_views` resets the views. */
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
  /** Null, as is `created_by`, before the password. */
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

/**
 * A shared file as visitors see it. The reply has URLs, which costs a view; with a password, or with
 * `peek`, it has none and costs nothing.
 */
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

/** Opens a shared file by its password. A right one costs a view, and the reply has URLs. */
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
    'auth.busy',
  ],
});

/**
 * A signed URL of an office document, which the client hands to an online viewer. Without a grant it
 * costs a view. Types that the setting `preview_office_types` does not list are refused.
 */
export const officePreview = endpoint({
  method: 'GET',
  path: '/api/office-preview/:slug',
  access: 'public',
  feature,
  summary: 'A URL of a shared office document for a viewer on the web',
  params: slugParams,
  query: z.object({
    ...passwordQuery,
    /**
     * How long the URL should work, in seconds, at most 7 days; by default as the storage config
     * says. It works for a minute at most if the share has a password or a view limit, and never
     * longer than the share lasts.
     */
    expires_in: queryNumber.min(1).max(604_800).optional(),
  }),
  data: z.object({
    url: z.string(),
    filename: z.string(),
    mimetype: z.string(),
    /** How long the URL works, in seconds. */
    expires_in: z.int(),
    is_temporary: z.literal(true),
  }),
  errors: [
    'file_shares.not_found',
    'file_shares.expired',
    'file_shares.used_up',
    'file_shares.not_office',
    'file_shares.password_required',
    'file_shares.wrong_password',
    'auth.throttled',
    'auth.busy',
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
    'auth.busy',
  ],
} as const;

/** The file's bytes, to be shown by the browser; ranges and conditional requests work. */
export const fileShareView = streamEndpoint({
  ...content,
  path: '/api/file-view/:slug',
  summary: 'The bytes of a shared file, inline',
});

/** The file's bytes, to be saved as a download; ranges and conditional requests work. */
export const fileShareDownload = streamEndpoint({
  ...content,
  path: '/api/file-download/:slug',
  summary: 'The bytes of a shared file, as a download',
});
