import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  byteCount,
  commitOnPut,
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
import { shareAddress } from './file-share-shapes.ts';

/** Options of a file share. */
export const newShareOptions = {
  /** Slug: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  /** Title, up to 2000 characters. Visitors see it, too; with a password only after giving it. */
  remark,
  /** Password in plain text, up to 1024 characters; absent, null or `''` for none. */
  password: optionalPassword,
  /** Hours until the share ends, possibly fractional, up to 100 years; 0, null or absent for never. */
  expires_in: expiresInHours,
  /** Maximum number of views; 0, null or absent for unlimited. */
  max_views: maxViews,
  /** Whether its bytes go through the server; by default as the settings say. */
  use_proxy: z.union([lenientBoolean, z.literal('').transform(() => null)]).nullish(),
};

/** Options of an uploaded file. */
export const uploadOptions = {
  /** Id of the storage; absent or null for the default one. */
  s3_config_id: z.string().max(64).nullish(),
  /** Folder below the storage's folder for shares; absent or null for none. */
  path: z.string().max(1024).nullish(),
  /** Id of the own bundle that the file joins; the file then has no link of its own. */
  bundle_id: z.string().max(64).nullish(),
  /** Path within the bundle or the delivery, such as `a/b/c.jpg`; by default the name alone. */
  relative_path: z.string().max(1024).nullish(),
  ...newShareOptions,
};

export const reservation = z.object({
  /** Id for the commit. */
  file_id: z.string(),
  /** Key of the object in its bucket. */
  storage_path: z.string(),
  s3_url: z.string(),
  /** Empty for an item of a bundle or a delivery, which has no link of its own. */
  slug: z.string(),
  provider_type: z.string(),
  contentType: z.string(),
  hasPassword: z.boolean(),
  /** ISO 8601, UTC; null for never. */
  expiresAt: timestamp.nullable(),
  /** Maximum number of views; null for unlimited. */
  maxViews: z.int().nullable(),
  ...shareAddress,
});

const override = {
  /** True to take the slug over from another own share, once the upload is complete. Default false. */
  override: z.union([lenientBoolean, z.literal('')]).nullish(),
};

export const presignBody = z.object({
  ...uploadOptions,
  /** Up to 1024 characters. */
  filename: fileName,
  /** Size in bytes; if given, a file above the quota is refused immediately. */
  size: byteCount.nullish(),
  /** Media type; by default derived from the name. */
  mimetype: z.string().max(255).nullish(),
  /** True to get a URL whose PUT also commits the upload: see docs/api.md. */
  commit_on_put: commitOnPut,
  ...override,
});

/** New file share. */
export interface NewFileShare extends InputOf<typeof presignBody> {}

export const presigned = reservation.extend({
  /** URL for the PUT of the bytes, valid for 3600 s. */
  upload_url: z.string(),
  /** True if the PUT also commits the upload, and has the reply of the commit. */
  commits: z.literal(true).optional(),
});

/** Reserved share that waits for its file. */
export interface PresignedFileShare extends OutputOf<typeof presigned> {}

export const commitBody = z.object({
  /** From `presign`. */
  file_id: z.string().min(1).max(64),
  /** Size in bytes. If given, the stored file must have it. */
  size: byteCount.nullish(),
  /** ETag from the storage's answer. If given, the stored file must have it. */
  etag: z.string().max(200).nullish(),
});

/** Uploaded file to publish. */
export interface FileShareCommit extends InputOf<typeof commitBody> {}

const uploadReference = {
  /** From `initMultipart`. */
  file_id: z.string().min(1).max(64),
  /** From `initMultipart`. */
  upload_id: uploadId,
};

export const initBody = presignBody.omit({ size: true }).extend({
  /** In bytes. */
  size: byteCount,
  /** Wanted part size in bytes; the reply has the one to use. Default 5 MiB. */
  part_size: byteCount.nullish(),
});

/** File to upload in parts and share. */
export interface NewMultipartFileShare extends InputOf<typeof initBody> {}

export const startedMultipart = reservation.extend({
  upload_id: z.string(),
  /** Part size in bytes; the last part may be smaller. */
  part_size: z.int(),
  part_count: z.int(),
  /** URLs of the first parts; `signParts` returns more. */
  presigned_urls: signedParts,
  /** Lifetime of the part URLs in seconds. */
  expires_in: z.int(),
});

/** Reserved share that waits for the parts of its file. */
export interface StartedFileShareMultipart extends OutputOf<typeof startedMultipart> {}

export const signBody = z.object({
  ...uploadReference,
  /** 1 to 1000 numbers. */
  part_numbers: z.array(partNumber).min(1).max(1000),
});

/** Parts that need URLs. */
export interface FileSharePartNumbers extends InputOf<typeof signBody> {}

export const signed = z.object({
  presigned_urls: signedParts,
  /** Lifetime of the URLs in seconds. */
  expires_in: z.int(),
});

/** URLs of parts. */
export interface SignedFileShareParts extends OutputOf<typeof signed> {}

export const referenceBody = z.object(uploadReference);

/** Identifies a multipart upload. */
export interface FileShareUploadReference extends InputOf<typeof referenceBody> {}

const storedPart = z.object({
  partNumber: z.int(),
  /** In bytes. */
  size: z.int(),
  etag: z.string(),
});

/** Part in the storage. */
export interface StoredFileSharePart extends OutputOf<typeof storedPart> {}

export const storedParts = z.object({ parts: gives<StoredFileSharePart[]>(z.array(storedPart)) });

/** Parts in the storage. */
export interface StoredFileShareParts extends OutputOf<typeof storedParts> {}

export const completeBody = z.object({
  ...uploadReference,
  /** All parts, in the order of their numbers. */
  parts: completedParts,
});

/** Parts to join. */
export interface FileShareParts extends InputOf<typeof completeBody> {}

export const joined = z.object({
  file_id: z.string(),
  etag: z.string(),
  /** In bytes. */
  size: z.int(),
});

/** File whose parts are joined. */
export interface JoinedFileShare extends OutputOf<typeof joined> {}

export const fileNameParams = z.object({
  /** Up to 1024 characters. */
  filename: fileName,
});

/** Name of an uploaded file. */
export interface FileShareName extends InputOf<typeof fileNameParams> {}

export const directQuery = z.object({ ...uploadOptions, ...override });

/** Options of a file that is uploaded in one request. */
export interface FileShareOptions extends InputOf<typeof directQuery> {}

export const createQuery = directQuery.extend({
  /** Up to 1024 characters; by default the name in `Content-Disposition`. */
  filename: fileName.optional(),
});

/** Name and options of a file that is uploaded in one request, or resumably. */
export interface NewUploadOptions extends InputOf<typeof createQuery> {}

export const resumableParams = z.object({
  /** Last segment of the upload's address; also the id of the file share that it becomes. */
  id: z.string().min(1).max(64),
});

/** Identifies a resumable upload. */
export interface ResumableUploadId extends InputOf<typeof resumableParams> {}

export const resumableState = z.object({
  /** Number of bytes that are stored; the next request starts there. */
  offset: z.int(),
  /** Size of the file in bytes; null while the client has not sent it. */
  length: z.int().nullable(),
  /** True once the file is shared. */
  complete: z.boolean(),
});

/** Progress of a resumable upload. */
export interface ResumableUploadState extends OutputOf<typeof resumableState> {}
