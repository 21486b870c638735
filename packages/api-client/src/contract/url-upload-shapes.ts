import { z } from 'zod';
import { type InputOf, type OutputOf, takes } from '../schema.ts';
import { byteCount, signedParts } from './fields.ts';
import { shareAddress } from './file-share-shapes.ts';
import {
  type commitBody,
  type completeBody,
  presigned as presignedFileShare,
  type referenceBody,
  reservation,
  uploadOptions,
} from './file-share-upload-shapes.ts';

/** http or https, without user name and password. The server refuses addresses that are not public. */
const url = z
  .string()
  .min(1, { error: 'url_uploads.url_invalid' })
  .max(8192, { error: 'url_uploads.url_invalid' })
  .meta({ examples: ['https://downloads.example.com/report.pdf'] });

export const address = z.object({
  /** http or https, without user name and password, up to 8192 characters. */
  url,
});

/** Address of a file on the web. */
export interface SourceAddress extends InputOf<typeof address> {}

export const sourceInfo = z.object({
  url,
  filename: z.string(),
  contentType: z.string(),
  /** In bytes; null if the source does not say. */
  size: z.int().nullable(),
  /** Last change, as the source states it. */
  lastModified: z.string().nullable(),
  /** How the source was asked: GET where it does not answer HEAD. */
  method: z.enum(['HEAD', 'GET']),
  /** Whether CORS lets every page read it, so that a browser needs no proxy. */
  corsSupported: z.boolean(),
  /** Kind of file as a number; `typeName` says it in a word. */
  type: z.int(),
  typeName: z.string(),
});

/** Facts about a file, as the source states them. */
export interface SourceInfo extends OutputOf<typeof sourceInfo> {}

const sourceMetadata = z.object({
  /** The name of the file. */
  filename: z.string().max(1024).nullish(),
  /** Its media type, such as `image/png`. */
  contentType: z.string().max(255).nullish(),
});

/** Facts about the file that are already known from `info`. */
export interface SourceMetadata extends InputOf<typeof sourceMetadata> {}

export const urlUpload = z.object({
  ...uploadOptions,
  /** http or https, without user name and password, up to 8192 characters. */
  url,
  /** The name to share it under; by default the source's. */
  filename: z.string().max(1024).nullish(),
  /** With both fields the source is not asked for them, but its address is still checked. */
  metadata: takes<SourceMetadata>()(sourceMetadata).nullish(),
});

/** A file at an address that is to be shared. */
export interface NewUrlUpload extends InputOf<typeof urlUpload> {}

const sourceFile = {
  filename: z.string(),
  /** Whether CORS lets every page read the source; absent if that was not asked. */
  corsSupported: z.boolean().optional(),
  sourceUrl: z.string(),
};

export const presigned = presignedFileShare.extend(sourceFile);

/** A share that waits for the file from an address. */
export interface PresignedUrlUpload extends OutputOf<typeof presigned> {}

/** An uploaded file that is to be published. */
export interface UrlUploadCommit extends InputOf<typeof commitBody> {}

export const initBody = urlUpload.extend({
  /** In bytes; may be left out if the source tells it. */
  total_size: byteCount.nullish(),
  /** The part size that the caller would like, in bytes; the reply has the one to use. */
  part_size: byteCount.nullish(),
  /** Ignored, because it follows from the sizes; older clients send it. */
  part_count: byteCount.nullish(),
});

/** A file at an address that is to be uploaded in parts and shared. */
export interface NewUrlMultipart extends InputOf<typeof initBody> {}

export const started = reservation
  .omit({ storage_path: true, s3_url: true, provider_type: true })
  .extend({
    upload_id: z.string(),
    /** The object's key in its bucket. */
    storagePath: z.string(),
    s3Url: z.string(),
    /** Addresses of all parts, valid for 3600 s. */
    presigned_urls: signedParts,
    /** In bytes; the last part may be smaller. */
    partSize: z.int(),
    /** In bytes. */
    totalSize: z.int(),
    partCount: z.int(),
    ...sourceFile,
  });

/** A share that waits for the parts of the file from an address. */
export interface StartedUrlMultipart extends OutputOf<typeof started> {}

/** Parts that are to be joined. */
export interface UrlParts extends InputOf<typeof completeBody> {}

export const completed = z.object({
  success: z.literal(true),
  fileId: z.string(),
  slug: z.string(),
  filename: z.string(),
  /** In bytes. */
  size: z.int(),
  etag: z.string().nullable(),
  ...shareAddress,
  s3Url: z.string(),
  /** Kind of file as a number; `typeName` says it in a word. */
  type: z.int(),
  typeName: z.string(),
});

/** A file from an address that is shared now. */
export interface CompletedUrlUpload extends OutputOf<typeof completed> {}

/** Says which upload in parts is meant. */
export interface UrlUploadReference extends InputOf<typeof referenceBody> {}

export const aborted = z.object({
  success: z.literal(true),
  message: z.string(),
  fileId: z.string(),
});

/** An upload in parts that was dropped. */
export interface AbortedUrlUpload extends OutputOf<typeof aborted> {}

export const cancelBody = z.object({
  /** From `presign` or `initMultipart`. */
  file_id: z.string().min(1).max(64),
});

/** Says which upload is meant. */
export interface UrlUploadId extends InputOf<typeof cancelBody> {}

export const cancelled = z.object({
  file_id: z.string(),
  status: z.literal('cancelled'),
  message: z.string(),
});

/** An upload that was dropped. */
export interface CancelledUrlUpload extends OutputOf<typeof cancelled> {}
