import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  byteCount,
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
  /** The object's key in its bucket. */
  s3Path: z.string(),
  s3Url: z.string(),
  etag: z.string(),
  message: z.string(),
});

/** A file that was stored. */
export interface StoredEntry extends OutputOf<typeof stored> {}

export const startedUpload = z.object({
  uploadId: z.string(),
  bucket: z.string(),
  key: z.string(),
  /** In bytes; the last part may be smaller. */
  partSize: z.int(),
  partCount: z.int(),
  /** Addresses of all parts, or of the first `urlCount`. */
  presignedUrls: signedParts,
  /** Lifetime of the part URLs in seconds. */
  expiresIn: z.int(),
  mount_id: z.string(),
  /** The directory. */
  path: z.string(),
  storage_type: z.string(),
});

/** An upload in parts that has begun. */
export interface StartedEntryMultipart extends OutputOf<typeof startedUpload> {}

export const presignBody = z.object({
  /** The directory. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  /** Up to 1024 characters. */
  fileName,
  /** By default what the name says. */
  contentType: z.string().max(255).nullish(),
  /** In bytes; with it, what has no room is refused at once. */
  fileSize: byteCount.nullish(),
  ...conditionFields,
});

/** A file to be uploaded. */
export interface NewEntry extends InputOf<typeof presignBody> {}

export const presigned = z.object({
  /** Address for the PUT of the bytes, valid for 3600 s. */
  presignedUrl: z.string(),
  /** Has to be sent with the commit. */
  fileId: z.string(),
  /** The object's key in its bucket. */
  s3Path: z.string(),
  s3Url: z.string(),
  /** For the commit. */
  mountId: z.string(),
  s3ConfigId: z.string(),
  /** For the commit. */
  targetPath: z.string(),
  contentType: z.string(),
  provider_type: z.string(),
});

/** Address and fields of an upload. */
export interface PresignedEntry extends OutputOf<typeof presigned> {}

export const commitBody = z.object({
  /** From `presign`. */
  targetPath: fileSystemPath,
  /** From `presign`. */
  mountId: z.string().min(1).max(64),
  /** From `presign`. Without it the caller's latest upload to the path is meant. */
  fileId: z.string().max(1024).nullish(),
  /** ETag from the storage's answer. If given, the stored file must have it. */
  etag: z.string().max(200).nullish(),
  /** In bytes; where it is given, the stored file has to have it. */
  fileSize: byteCount.nullish(),
});

/** An uploaded file that is to appear. */
export interface EntryCommit extends InputOf<typeof commitBody> {}

export const committed = z.object({
  fileName: z.string(),
  targetPath: z.string(),
  /** In bytes. */
  fileSize: z.int(),
});

/** A file that has appeared. */
export interface CommittedEntry extends OutputOf<typeof committed> {}

const reference = {
  /** The directory, or the file itself. */
  path: fileSystemPath,
  /** From `initMultipart`. */
  uploadId,
  /** Needed where `path` is the directory. */
  fileName: fileName.nullish(),
};

export const referenceBody = z.object(reference);

/** Says which upload in parts is meant. */
export interface EntryUploadReference extends InputOf<typeof referenceBody> {}

export const initBody = z.object({
  /** The directory. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  /** Up to 1024 characters. */
  fileName,
  /** In bytes. */
  fileSize: byteCount,
  /** Wanted part size in bytes; larger where 10,000 parts would not suffice. Default 5 MiB. */
  partSize: byteCount.nullish(),
  /** Ignored, because it follows from the sizes; older clients send it. */
  partCount: lenientInteger.nullish(),
  /** By default what the name says. */
  contentType: z.string().max(255).nullish(),
  /** How many URLs the reply has; all by default. */
  urlCount: byteCount.nullish(),
  ...conditionFields,
});

/** A file to be uploaded in parts. */
export interface NewEntryMultipart extends InputOf<typeof initBody> {}

export const completeBody = z.object({
  ...reference,
  /** In bytes; where it is given, the stored file has to have it. */
  fileSize: byteCount.nullish(),
  /** All of them, in the order of their numbers. */
  parts: completedParts,
});

/** Parts that are to be joined. */
export interface EntryParts extends InputOf<typeof completeBody> {}

export const completed = stored.extend({ location: z.string() });

/** A file whose parts are joined. */
export interface CompletedEntry extends OutputOf<typeof completed> {}

export const aborted = z.object({ success: z.literal(true), message: z.string() });

/** An upload in parts that was dropped. */
export interface AbortedEntry extends OutputOf<typeof aborted> {}

export const placeBody = z.object({
  /** The directory at and below which uploads are looked for. */
  path: fileSystemPath,
});

/** Directory or mount in which uploads are looked for. */
export interface EntryUploadPlace extends InputOf<typeof placeBody> {}

const unfinished = z.object({
  /** The object's key in its bucket. */
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

/** An upload that is not finished. */
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

/** Uploads that are not finished. */
export interface UnfinishedUploads extends OutputOf<typeof uploadList> {}

const storedPart = z.object({
  partNumber: z.int(),
  /** ISO 8601, UTC. */
  lastModified: timestamp.nullable(),
  /** ETag as the storage sent it, with its quotes. */
  etag: z.string(),
  /** In bytes. */
  size: z.int(),
});

/** A part that the storage has. */
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

/** The parts that the storage has. */
export interface StoredEntryParts extends OutputOf<typeof partList> {}

export const signBody = z.object({
  ...reference,
  /** 1 to 10,000 of them. */
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
