import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  bit,
  ids,
  lenientBoolean,
  maxViews,
  note,
  optionalPassword,
  optionalSlug,
  pageFields,
  queryInteger,
  queryNumber,
  remark,
  shareListOrder,
  timestamp,
} from './fields.ts';
import { FILE_SHARE_SORTS } from './limits.ts';
import type { slugParams, unlockBody, viewQuery } from './share-visits.ts';

/** Says which share is meant, as visitors do. */
export interface FileShareSlug extends InputOf<typeof slugParams> {}

export const idParams = z.object({
  /** The share's id, or its slug. */
  id: z.string().min(1).max(64),
});

/** Says which share is meant, as its owner does. */
export interface FileShareId extends InputOf<typeof idParams> {}

const passwordQuery = {
  /** In clear. Better sent as the header `X-Share-Password`, which stands in no log. */
  password: z.string().max(1024).optional(),
  /** Short-lived proof that the view was counted already, so that the content costs no second one. */
  grant: z.string().max(1024).optional(),
};

/** Errors of whoever looks at a shared file. */
export const viewErrors = [
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
  /** The object's key in its bucket. */
  storage_path: z.string(),
  storage_config_id: z.string(),
  storage_type: z.string(),
  /** Path in the file system, of a file of a mount that is shared where it lies. */
  file_path: z.string().nullable(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  remark: z.string().nullable(),
  /** The owner's private note; null if there is none. */
  note: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** How often it was opened. */
  views: z.int(),
  /** Null for as many as anybody likes. */
  max_views: z.int().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** ETag from the storage. */
  etag: z.string().nullable(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the key that made it. */
  key_name: z.string().nullable(),
  /** Whether its bytes go through the server. */
  use_proxy: bit,
  storage_config_name: z.string(),
  storage_provider_type: z.string(),
  storage_config_detail_id: z.string(),
  has_password: z.boolean(),
  /** Kind of file as a number; `typeName` says it in a word. */
  type: z.int(),
  typeName: z.string(),
  /** Whether the share shows a file that was there before it, and that stays when the share is deleted. */
  in_place: z.boolean(),
  /** Path of that file in the file system; null where there is none, or the caller may not see it. */
  mounted_path: z.string().nullable(),
});

/** A file share in a list. */
export interface FileShareRow extends OutputOf<typeof fileShareRow> {}

/** Addresses of a share for visitors. */
export const shareAddress = {
  /** Relative to the server's address. */
  url: z.string(),
  /** Absolute. */
  share_url: z.string(),
};

const committedRow = fileShareRow.extend(shareAddress);

/** A file that is shared now, and its address. */
export interface CommittedFileShare extends OutputOf<typeof committedRow> {}

export const committedFileShare = gives<CommittedFileShare>(committedRow);

const uploadedRow = committedRow.extend({
  /** Preview for the owner; costs no view. */
  previewUrl: z.string(),
  /** Download for the owner; costs no view. */
  downloadUrl: z.string(),
});

/** A file that is shared now, its address, and where its owner reads it. */
export interface UploadedFileShare extends OutputOf<typeof uploadedRow> {}

export const uploadedFileShare = gives<UploadedFileShare>(uploadedRow);

export const listQuery = z.object({
  /** Rows of a page, 1 to 1000. Default 50. */
  limit: queryInteger(50, 1, 1000),
  /** Rows before this page. Default 0. */
  offset: queryInteger(0, 0, 1_000_000_000),
  /** Only files with this in their name, slug, title or note. */
  search: z.string().max(200).optional(),
  /** Only files of this creator; for administrators. */
  created_by: z.string().max(100).optional(),
  ...shareListOrder,
  /** Sort key; default `created`. */
  sort: z.enum(FILE_SHARE_SORTS).optional(),
});

/** Which files are listed. */
export interface FileShareListQuery extends InputOf<typeof listQuery> {}

export const filePage = z.object({
  files: gives<FileShareRow[]>(z.array(fileShareRow)),
  pagination: z.object(pageFields),
});

/** A page of file shares. */
export interface FileSharePage extends OutputOf<typeof filePage> {}

const fileUrls = z.object({
  previewUrl: z.string(),
  downloadUrl: z.string(),
  proxyPreviewUrl: z.string(),
  proxyDownloadUrl: z.string(),
  use_proxy: bit,
});

/** Addresses at which the owner reads a file: as the share delivers it, and through the server. */
export interface FileShareUrls extends OutputOf<typeof fileUrls> {}

export const ownFileShare = fileShareRow.extend({
  /** For its owner; they spend no view. */
  urls: gives<FileShareUrls>(fileUrls),
});

/** A file share as its owner sees it. */
export interface FileShare extends OutputOf<typeof ownFileShare> {}

export const fileShareChanges = z.object({
  /** The title, up to 2000 characters, which visitors see, too; null for none. */
  remark,
  /** A private note, up to 2000 characters, which nobody but the owner sees; null for none. */
  note,
  /** A new end of the link: up to 50 letters, digits, `_` or `-`; null or `''` for a random one. */
  slug: optionalSlug,
  /** When the share ends: ISO 8601 with `Z` or an offset; null for never. */
  expires_at: timestamp.nullish(),
  /** Whether its bytes go through the server. */
  use_proxy: lenientBoolean.optional(),
  /** How often it may be opened; 0 or null for as often as anybody likes. */
  max_views: maxViews,
  /** Whether the views start at 0 again. Absent, they do where `max_views` is set. */
  reset_views: lenientBoolean.optional(),
  /** In clear, up to 1024 characters; null or `''` takes the password away. */
  password: optionalPassword,
});

/** Changes of a file share; absent fields keep their values. */
export interface FileShareChanges extends InputOf<typeof fileShareChanges> {}

export const deletion = z.object({
  /** 1 to 1000 ids. */
  ids,
  /**
   * Which files are deleted with their shares. `owned`, the default: files that were uploaded for
   * the share; a file of a mount stays. `both`: files of mounts too, where the caller may delete
   * them. `record_only`: none.
   */
  delete_mode: z.enum(['owned', 'both', 'record_only']).default('owned'),
});

/** Which shares are deleted, and how. */
export interface FileShareDeletion extends InputOf<typeof deletion> {}

export const publicFileShare = z.object({
  id: z.string(),
  slug: z.string(),
  filename: z.string(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Null, as is `created_by`, before the password. */
  remark: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** Whether `unlock` is needed to read it. */
  requires_password: z.boolean(),
  has_password: z.boolean(),
  /** How often it was opened. */
  views: z.int(),
  /** Null for as many as anybody likes. */
  max_views: z.int().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** Address of the preview. Like the addresses below it is present if this view was counted. */
  previewUrl: z.string().optional(),
  /** Address of the download. */
  downloadUrl: z.string().optional(),
  s3_direct_preview_url: z.string().optional(),
  s3_direct_download_url: z.string().optional(),
  proxy_preview_url: z.string().optional(),
  proxy_download_url: z.string().optional(),
  use_proxy: bit,
  created_by: z.string().nullable(),
  type: z.int(),
  typeName: z.string(),
  /** Whether this was the last view that was left. */
  isLastView: z.boolean().optional(),
});

/** A shared file as visitors see it. */
export interface VisitedFileShare extends OutputOf<typeof publicFileShare> {}

/** How a share is looked at. */
export interface FileShareViewQuery extends InputOf<typeof viewQuery> {}

/** Password of a shared file. */
export interface FileSharePassword extends InputOf<typeof unlockBody> {}

export const officeQuery = z.object({
  ...passwordQuery,
  /**
   * How long the URL should work, in seconds, at most 7 days; by default as the storage config
   * says. It works for a minute at most if the share has a password or a view limit, and never
   * longer than the share lasts.
   */
  expires_in: queryNumber.min(1).max(604_800).optional(),
});

/** How a viewer on the web is to get at an office document. */
export interface OfficePreviewQuery extends InputOf<typeof officeQuery> {}

export const officeUrl = z.object({
  /** Signed: whoever has it may read the document. */
  url: z.string().meta({ examples: ['https://s3.example.com/minutes.docx?X-Amz-Signature=9f2c'] }),
  filename: z.string(),
  mimetype: z.string(),
  /** How long the URL works, in seconds. */
  expires_in: z.int(),
  is_temporary: z.literal(true),
});

/** A URL for a viewer on the web. */
export interface OfficePreview extends OutputOf<typeof officeUrl> {}

export const contentQuery = z.object(passwordQuery);

/** Query that grants access to the bytes of a shared file. */
export interface FileContentQuery extends InputOf<typeof contentQuery> {}
