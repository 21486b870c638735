import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
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
import { shareAddress } from './file-share-shapes.ts';

/** Options of a file share. */
export const newShareOptions = {
  /** The end of the link: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  /** A note, up to 2000 characters. Visitors see it, too, with a password only after that. */
  remark,
  /** In clear, up to 1024 characters; absent, null or `''` for none. */
  password: optionalPassword,
  /** Hours until the share ends, also fractions, up to 100 years; 0, null or absent for never. */
  expires_in: expiresInHours,
  /** How often the file may be opened; 0, null or absent for as often as anybody likes. */
  max_views: maxViews,
  /** Whether its bytes go through the server; by default as the settings say. */
  use_proxy: z.union([lenientBoolean, z.literal('').transform(() => null)]).nullish(),
};

/** Options of a file that is uploaded. */
export const uploadOptions = {
  /** Id of the storage; absent or null for the default one. */
  s3_config_id: z.string().max(64).nullish(),
  /** A folder below the storage's own for shares; absent or null for none. */
  path: z.string().max(1024).nullish(),
  ...newShareOptions,
};

export const reservation = z.object({
  /** For the commit. */
  file_id: z.string(),
  /** The object's key in its bucket. */
  storage_path: z.string(),
  s3_url: z.string(),
  slug: z.string(),
  provider_type: z.string(),
  contentType: z.string(),
  hasPassword: z.boolean(),
  /** ISO 8601, UTC; null for never. */
  expiresAt: timestamp.nullable(),
  /** Null for as many as anybody likes. */
  maxViews: z.int().nullable(),
  ...shareAddress,
});

const override = {
  /** True to take the slug from a share of one's own, once the upload is complete. Default false. */
  override: z.union([lenientBoolean, z.literal('')]).nullish(),
};

export const presignBody = z.object({
  ...uploadOptions,
  /** Up to 1024 characters. */
  filename: fileName,
  /** In bytes; with it, what has no room is refused at once. */
  size: byteCount.nullish(),
  /** By default what the name says. */
  mimetype: z.string().max(255).nullish(),
  ...override,
});

/** A file to be uploaded and shared. */
export interface NewFileShare extends InputOf<typeof presignBody> {}

export const presigned = reservation.extend({
  /** Address for the PUT of the bytes, valid for 3600 s. */
  upload_url: z.string(),
});

/** A share that waits for its file. */
export interface PresignedFileShare extends OutputOf<typeof presigned> {}

export const commitBody = z.object({
  /** From `presign`. */
  file_id: z.string().min(1).max(64),
  /** In bytes; where it is given, the stored file has to have it. */
  size: byteCount.nullish(),
  /** ETag from the storage's answer. If given, the stored file must have it. */
  etag: z.string().max(200).nullish(),
});

/** An uploaded file that is to be published. */
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
  /** Part size that one would like, in bytes; the reply has the one to use. Default 5 MiB. */
  part_size: byteCount.nullish(),
});

/** A file to be uploaded in parts and shared. */
export interface NewMultipartFileShare extends InputOf<typeof initBody> {}

export const startedMultipart = reservation.extend({
  upload_id: z.string(),
  /** In bytes; the last part may be smaller. */
  part_size: z.int(),
  part_count: z.int(),
  /** Addresses of the first parts; `signParts` returns more. */
  presigned_urls: signedParts,
  /** Lifetime of the part URLs in seconds. */
  expires_in: z.int(),
});

/** A share that waits for the parts of its file. */
export interface StartedFileShareMultipart extends OutputOf<typeof startedMultipart> {}

export const signBody = z.object({
  ...uploadReference,
  /** 1 to 1000 of them. */
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

/** Says which upload in parts is meant. */
export interface FileShareUploadReference extends InputOf<typeof referenceBody> {}

const storedPart = z.object({
  partNumber: z.int(),
  /** In bytes. */
  size: z.int(),
  etag: z.string(),
});

/** A part that the storage has. */
export interface StoredFileSharePart extends OutputOf<typeof storedPart> {}

export const storedParts = z.object({ parts: gives<StoredFileSharePart[]>(z.array(storedPart)) });

/** The parts that the storage has. */
export interface StoredFileShareParts extends OutputOf<typeof storedParts> {}

export const completeBody = z.object({
  ...uploadReference,
  /** All of them, in the order of their numbers. */
  parts: completedParts,
});

/** Parts that are to be joined. */
export interface FileShareParts extends InputOf<typeof completeBody> {}

export const joined = z.object({
  file_id: z.string(),
  etag: z.string(),
  /** In bytes. */
  size: z.int(),
});

/** A file whose parts are joined. */
export interface JoinedFileShare extends OutputOf<typeof joined> {}

export const fileNameParams = z.object({
  /** Up to 1024 characters. */
  filename: fileName,
});

/** The name of an uploaded file. */
export interface FileShareName extends InputOf<typeof fileNameParams> {}

export const directQuery = z.object({ ...uploadOptions, ...override });

/** Options of a file that is uploaded in one request. */
export interface FileShareOptions extends InputOf<typeof directQuery> {}
