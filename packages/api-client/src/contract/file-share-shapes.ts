import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  bit,
  ids,
  lenientBoolean,
  linkListQuery,
  maxViews,
  note,
  optionalPassword,
  optionalSlug,
  pageFields,
  queryNumber,
  remark,
  timestamp,
} from './fields.ts';
import { FILE_SHARE_SORTS } from './limits.ts';
import type { slugParams, unlockBody, viewQuery } from './share-visits.ts';

/** Identifies a share for visitors. */
export interface FileShareSlug extends InputOf<typeof slugParams> {}

export const idParams = z.object({
  /** Id of the share, or its slug. */
  id: z.string().min(1).max(64),
});

/** Identifies a share for its owner. */
export interface FileShareId extends InputOf<typeof idParams> {}

const passwordQuery = {
  /** Password in plain text. Prefer the header `X-Share-Password`, which is never logged. */
  password: z.string().max(1024).optional(),
  /** Short-lived proof that the view was counted already, so that the content costs no second one. */
  grant: z.string().max(1024).optional(),
};

/** Errors of viewing a shared file. */
export const viewErrors = [
  'file_shares.not_found',
  'file_shares.expired',
  'file_shares.used_up',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** File share as its owner sees it, in lists and alone. */
const fileShareRow = z.object({
  id: z.string(),
  filename: z.string(),
  slug: z.string(),
  /** Key of the object in its bucket. */
  storage_path: z.string(),
  storage_config_id: z.string(),
  storage_type: z.string(),
  /** Path in the file system, for a file of a mount that is shared in place. */
  file_path: z.string().nullable(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  remark: z.string().nullable(),
  /** Private note of the owner; null if there is none. */
  note: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** Number of views. */
  views: z.int(),
  /** Maximum number of views; null for unlimited. */
  max_views: z.int().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** ETag from the storage. */
  etag: z.string().nullable(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the API key that created it. */
  key_name: z.string().nullable(),
  /** Whether its bytes go through the server. */
  use_proxy: bit,
  storage_config_name: z.string(),
  storage_provider_type: z.string(),
  storage_config_detail_id: z.string(),
  has_password: z.boolean(),
  /** Kind of file as a number; `typeName` is its name. */
  type: z.int(),
  typeName: z.string(),
  /** True if the share shows a file that existed before and stays when the share is deleted. */
  in_place: z.boolean(),
  /** Path of that file in the file system; null if there is none, or if the caller may not see it. */
  mounted_path: z.string().nullable(),
});

/** File share in a list. */
export interface FileShareRow extends OutputOf<typeof fileShareRow> {}

/** Addresses of a share for visitors. */
export const shareAddress = {
  /** Path relative to the server's address. */
  url: z.string(),
  /** Absolute URL. */
  share_url: z.string(),
};

const committedRow = fileShareRow.extend({
  ...shareAddress,
  /** Empty for an item of a bundle or a delivery, which has no link of its own. */
  slug: z.string(),
  /** Path within the bundle or the delivery; absent for a share of its own. */
  relative_path: z.string().optional(),
});

/** Published file share with its address. */
export interface CommittedFileShare extends OutputOf<typeof committedRow> {}

export const committedFileShare = gives<CommittedFileShare>(committedRow);

const uploadedRow = committedRow.extend({
  /** URL of the preview for the owner; costs no view. */
  previewUrl: z.string(),
  /** URL of the download for the owner; costs no view. */
  downloadUrl: z.string(),
});

/** Published file share with its address and the owner's URLs. */
export interface UploadedFileShare extends OutputOf<typeof uploadedRow> {}

export const uploadedFileShare = gives<UploadedFileShare>(uploadedRow);

export const listQuery = z.object({
  ...linkListQuery,
  /** Only files whose name, slug, title or note contains this. */
  search: z.string().max(200).optional(),
  /** Sort key; default `created`. */
  sort: z.enum(FILE_SHARE_SORTS).optional(),
});

/** Filter, order and page of the list. */
export interface FileShareListQuery extends InputOf<typeof listQuery> {}

export const filePage = z.object({
  files: gives<FileShareRow[]>(z.array(fileShareRow)),
  pagination: z.object(pageFields),
});

/** Page of file shares. */
export interface FileSharePage extends OutputOf<typeof filePage> {}

const fileUrls = z.object({
  previewUrl: z.string(),
  downloadUrl: z.string(),
  proxyPreviewUrl: z.string(),
  proxyDownloadUrl: z.string(),
  use_proxy: bit,
});

/** URLs at which the owner reads a file: as the share delivers it, and through the server. */
export interface FileShareUrls extends OutputOf<typeof fileUrls> {}

export const ownFileShare = fileShareRow.extend({
  /** URLs for the owner; they spend no view. */
  urls: gives<FileShareUrls>(fileUrls),
});

/** File share as its owner sees it. */
export interface FileShare extends OutputOf<typeof ownFileShare> {}

export const fileShareChanges = z.object({
  /** Title, up to 2000 characters, which visitors see, too; null for none. */
  remark,
  /** Private note, up to 2000 characters, which only the owner sees; null for none. */
  note,
  /** New slug: up to 50 letters, digits, `_` or `-`; null or `''` for a random one. */
  slug: optionalSlug,
  /** Expiry: ISO 8601 with `Z` or an offset; null for never. */
  expires_at: timestamp.nullish(),
  /** Whether its bytes go through the server. */
  use_proxy: lenientBoolean.optional(),
  /** Maximum number of views; 0 or null for unlimited. */
  max_views: maxViews,
  /** Whether to reset the views to 0. By default they are reset if `max_views` is set. */
  reset_views: lenientBoolean.optional(),
  /** Password in plain text, up to 1024 characters; null or `''` removes the password. */
  password: optionalPassword,
});

/** Changes of a file share; absent fields keep their values. */
export interface FileShareChanges extends InputOf<typeof fileShareChanges> {}

export const deletion = z.object({
  /** 1 to 1000 ids. */
  ids,
  /**
   * Files to delete together with their shares. `owned`, the default: files that were uploaded for the
   * share; a file of a mount stays. `both`: also files of mounts, if the caller may delete them.
   * `record_only`: none.
   */
  delete_mode: z.enum(['owned', 'both', 'record_only']).default('owned'),
});

/** Shares to delete, and how. */
export interface FileShareDeletion extends InputOf<typeof deletion> {}

export const publicFileShare = z.object({
  id: z.string(),
  slug: z.string(),
  filename: z.string(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Null before the password is given, like `created_by`. */
  remark: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** True if `unlock` is needed to read it. */
  requires_password: z.boolean(),
  has_password: z.boolean(),
  /** Number of views. */
  views: z.int(),
  /** Maximum number of views; null for unlimited. */
  max_views: z.int().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** URL of the preview. Present, like the URLs below, if this view was counted. */
  previewUrl: z.string().optional(),
  /** URL of the download. */
  downloadUrl: z.string().optional(),
  s3_direct_preview_url: z.string().optional(),
  s3_direct_download_url: z.string().optional(),
  proxy_preview_url: z.string().optional(),
  proxy_download_url: z.string().optional(),
  use_proxy: bit,
  created_by: z.string().nullable(),
  type: z.int(),
  typeName: z.string(),
  /** True if this was the last view. */
  isLastView: z.boolean().optional(),
});

/** Shared file as visitors see it. */
export interface VisitedFileShare extends OutputOf<typeof publicFileShare> {}

/** Options of viewing a share. */
export interface FileShareViewQuery extends InputOf<typeof viewQuery> {}

/** Password of a shared file. */
export interface FileSharePassword extends InputOf<typeof unlockBody> {}

export const officeQuery = z.object({
  ...passwordQuery,
  /**
   * Lifetime of the URL in seconds, at most 7 days; by default the storage config's. It is at most a
   * minute if the share has a password or a view limit, and never longer than the share lasts.
   */
  expires_in: queryNumber.min(1).max(604_800).optional(),
});

/** Options of the URL for an office viewer. */
export interface OfficePreviewQuery extends InputOf<typeof officeQuery> {}

export const officeUrl = z.object({
  /** Signed URL; anyone with this URL can read the document. */
  url: z.string().meta({ examples: ['https://s3.example.com/minutes.docx?X-Amz-Signature=9f2c'] }),
  filename: z.string(),
  mimetype: z.string(),
  /** Lifetime of the URL in seconds. */
  expires_in: z.int(),
  is_temporary: z.literal(true),
});

/** URL for an office viewer on the web. */
export interface OfficePreview extends OutputOf<typeof officeUrl> {}

export const contentQuery = z.object(passwordQuery);

/** Query that grants access to the bytes of a shared file. */
export interface FileContentQuery extends InputOf<typeof contentQuery> {}
