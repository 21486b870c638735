import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  byteCount,
  commitOnPut,
  completedParts,
  conditionFields,
  fileName,
  lenientInteger,
  partNumber,
  signedParts,
  timestamp,
  uploadId,
} from './fields.ts';
import { fileSystemPath } from './file-system-shapes.ts';

export const stored = z.object({
  success: z.literal(true),
  fileName: z.string(),
  /** In bytes. */
  size: z.int(),
  contentType: z.string(),
  /** Key of the object in its bucket. */
  s3Path: z.string(),
  s3Url: z.string(),
  etag: z.string(),
  message: z.string(),
});

/** Stored file. */
export interface StoredEntry extends OutputOf<typeof stored> {}

export const startedUpload = z.object({
  uploadId: z.string(),
  bucket: z.string(),
  key: z.string(),
  /** Part size in bytes; the last part may be smaller. */
  partSize: z.int(),
  partCount: z.int(),
  /** URLs of all parts, or of the first `urlCount`. */
  presignedUrls: signedParts,
  /** Lifetime of the part URLs in seconds. */
  expiresIn: z.int(),
  mount_id: z.string(),
  /** Directory of the file. */
  path: z.string(),
  storage_type: z.string(),
});

/** Multipart upload that was started. */
export interface StartedEntryMultipart extends OutputOf<typeof startedUpload> {}

export const presignBody = z.object({
  /** Directory for the file. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  /** Up to 1024 characters. */
  fileName,
  /** Media type; by default derived from the name. */
  contentType: z.string().max(255).nullish(),
  /** Size in bytes; if given, a file above the quota is refused immediately. */
  fileSize: byteCount.nullish(),
  ...conditionFields,
});

/** File to upload. */
export interface NewEntry extends InputOf<typeof presignBody> {}

export const presigned = z.object({
  /** URL for the PUT of the bytes, valid for 3600 s. */
  presignedUrl: z.string(),
  /** Id for the commit. */
  fileId: z.string(),
  /** Key of the object in its bucket. */
  s3Path: z.string(),
  s3Url: z.string(),
  /** Mount id for the commit. */
  mountId: z.string(),
  s3ConfigId: z.string(),
  /** Path for the commit. */
  targetPath: z.string(),
  contentType: z.string(),
  provider_type: z.string(),
});

/** URL and fields of an upload. */
export interface PresignedEntry extends OutputOf<typeof presigned> {}

export const commitBody = z.object({
  /** From `presign`. */
  targetPath: fileSystemPath,
  /** From `presign`. */
  mountId: z.string().min(1).max(64),
  /** Id from `presign`. Without it the caller's latest upload to the path is used. */
  fileId: z.string().max(1024).nullish(),
  /** ETag from the storage's answer. If given, the stored file must have it. */
  etag: z.string().max(200).nullish(),
  /** Size in bytes. If given, the stored file must have it. */
  fileSize: byteCount.nullish(),
});

/** Uploaded file to complete. */
export interface EntryCommit extends InputOf<typeof commitBody> {}

export const committed = z.object({
  fileName: z.string(),
  targetPath: z.string(),
  /** In bytes. */
  fileSize: z.int(),
});

/** File that was completed. */
export interface CommittedEntry extends OutputOf<typeof committed> {}

const reference = {
  /** Path of the directory, or of the file itself. */
  path: fileSystemPath,
  /** From `initMultipart`. */
  uploadId,
  /** Required if `path` is the directory. */
  fileName: fileName.nullish(),
};

export const referenceBody = z.object(reference);

/** Identifies a multipart upload. */
export interface EntryUploadReference extends InputOf<typeof referenceBody> {}

export const initBody = z.object({
  /** Directory for the file. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  /** Up to 1024 characters. */
  fileName,
  /** In bytes. */
  fileSize: byteCount,
  /** Wanted part size in bytes; larger if 10,000 parts would not suffice. Default 5 MiB. */
  partSize: byteCount.nullish(),
  /** Ignored, because it follows from the sizes; older clients send it. */
  partCount: lenientInteger.nullish(),
  /** Media type; by default derived from the name. */
  contentType: z.string().max(255).nullish(),
  /** Number of URLs in the reply; all by default. */
  urlCount: byteCount.nullish(),
  /** True to get a URL whose PUT also commits the upload: see docs/api.md. */
  commit_on_put: commitOnPut,
  ...conditionFields,
});

/** File to upload in parts. */
export interface NewEntryMultipart extends InputOf<typeof initBody> {}

export const completeBody = z.object({
  ...reference,
  /** Size in bytes. If given, the stored file must have it. */
  fileSize: byteCount.nullish(),
  /** All parts, in the order of their numbers. */
  parts: completedParts,
});

/** Parts to join. */
export interface EntryParts extends InputOf<typeof completeBody> {}

export const completed = stored.extend({ location: z.string() });

/** File whose parts are joined. */
export interface CompletedEntry extends OutputOf<typeof completed> {}

export const aborted = z.object({ success: z.literal(true), message: z.string() });

/** Multipart upload that was aborted. */
export interface AbortedEntry extends OutputOf<typeof aborted> {}

export const placeBody = z.object({
  /** Directory at and below which to list uploads. */
  path: fileSystemPath,
});

/** Directory or mount whose uploads are listed. */
export interface EntryUploadPlace extends InputOf<typeof placeBody> {}

const unfinished = z.object({
  /** Key of the object in its bucket. */
  key: z.string(),
  uploadId: z.string(),
  /** ISO 8601, UTC. */
  initiated: timestamp,
  storageClass: z.string(),
  owner: z.string().nullable(),
  /** Path of the file in the file system. */
  path: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  /** In bytes. */
  partSize: z.int(),
});

/** Unfinished upload. */
export interface UnfinishedUpload extends OutputOf<typeof unfinished> {}

export const uploadList = z.object({
  success: z.literal(true),
  uploads: gives<UnfinishedUpload[]>(z.array(unfinished)),
  bucket: z.string(),
  keyMarker: z.string(),
  uploadIdMarker: z.string(),
  nextKeyMarker: z.string(),
  nextUploadIdMarker: z.string(),
  maxUploads: z.int(),
  isTruncated: z.boolean(),
  prefix: z.string(),
});

/** Unfinished uploads. */
export interface UnfinishedUploads extends OutputOf<typeof uploadList> {}

const storedPart = z.object({
  partNumber: z.int(),
  /** ISO 8601, UTC. */
  lastModified: timestamp.nullable(),
  /** ETag from the storage, with its quotes. */
  etag: z.string(),
  /** In bytes. */
  size: z.int(),
});

/** Part in the storage. */
export interface StoredEntryPart extends OutputOf<typeof storedPart> {}

export const partList = z.object({
  success: z.literal(true),
  parts: gives<StoredEntryPart[]>(z.array(storedPart)),
  bucket: z.string(),
  key: z.string(),
  uploadId: z.string(),
  partNumberMarker: z.int(),
  nextPartNumberMarker: z.int(),
  maxParts: z.int(),
  isTruncated: z.boolean(),
  storageClass: z.string(),
  owner: z.string().nullable(),
});

/** Parts in the storage. */
export interface StoredEntryParts extends OutputOf<typeof partList> {}

export const signBody = z.object({
  ...reference,
  /** 1 to 10,000 numbers. */
  partNumbers: z.array(partNumber).min(1).max(10_000),
});

/** Parts that need URLs. */
export interface EntryPartNumbers extends InputOf<typeof signBody> {}

export const signed = z.object({
  success: z.literal(true),
  uploadId: z.string(),
  presignedUrls: signedParts,
  /** Lifetime of the URLs in seconds. */
  expiresIn: z.int(),
});

/** URLs of parts. */
export interface SignedEntryParts extends OutputOf<typeof signed> {}
