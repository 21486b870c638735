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

/** Http or https URL without user name and password. The server refuses addresses that are not public. */
const url = z
  .string()
  .min(1, { error: 'url_uploads.url_invalid' })
  .max(8192, { error: 'url_uploads.url_invalid' })
  .meta({ examples: ['https://downloads.example.com/report.pdf'] });

export const address = z.object({
  /** Http or https URL without user name and password, up to 8192 characters. */
  url,
});

/** URL of a file on the web. */
export interface SourceAddress extends InputOf<typeof address> {}

export const sourceInfo = z.object({
  url,
  filename: z.string(),
  contentType: z.string(),
  /** Size in bytes; null if the source does not state it. */
  size: z.int().nullable(),
  /** Last change, as the source states it. */
  lastModified: z.string().nullable(),
  /** Method that the source answered: GET if it does not answer HEAD. */
  method: z.enum(['HEAD', 'GET']),
  /** Whether CORS allows every page to read it, so that a browser needs no proxy. */
  corsSupported: z.boolean(),
  /** Kind of file as a number; `typeName` is its name. */
  type: z.int(),
  typeName: z.string(),
});

/** Facts about a file, as the source states them. */
export interface SourceInfo extends OutputOf<typeof sourceInfo> {}

const sourceMetadata = z.object({
  /** Name of the file. */
  filename: z.string().max(1024).nullish(),
  /** Media type, such as `image/png`. */
  contentType: z.string().max(255).nullish(),
});

/** Facts about the file that are already known from `info`. */
export interface SourceMetadata extends InputOf<typeof sourceMetadata> {}

export const urlUpload = z.object({
  ...uploadOptions,
  /** Http or https URL without user name and password, up to 8192 characters. */
  url,
  /** Name of the shared file; by default the source's. */
  filename: z.string().max(1024).nullish(),
  /**
   * Facts from `info`. With both fields the server does not ask the source for them, but still checks
   * the URL.
   */
  metadata: takes<SourceMetadata>()(sourceMetadata).nullish(),
});

/** File at a URL to share. */
export interface NewUrlUpload extends InputOf<typeof urlUpload> {}

const sourceFile = {
  filename: z.string(),
  /** Whether CORS allows every page to read the source; absent if that was not checked. */
  corsSupported: z.boolean().optional(),
  sourceUrl: z.string(),
};

export const presigned = presignedFileShare.extend(sourceFile);

/** Reserved share that waits for the file from a URL. */
export interface PresignedUrlUpload extends OutputOf<typeof presigned> {}

/** Uploaded file to publish. */
export interface UrlUploadCommit extends InputOf<typeof commitBody> {}

export const initBody = urlUpload.extend({
  /** In bytes; optional if the source states it. */
  total_size: byteCount.nullish(),
  /** Wanted part size in bytes; the reply has the one to use. */
  part_size: byteCount.nullish(),
  /** Ignored, because it follows from the sizes; older clients send it. */
  part_count: byteCount.nullish(),
});

/** File at a URL to upload in parts and share. */
export interface NewUrlMultipart extends InputOf<typeof initBody> {}

export const started = reservation
  .omit({ storage_path: true, s3_url: true, provider_type: true })
  .extend({
    upload_id: z.string(),
    /** Key of the object in its bucket. */
    storagePath: z.string(),
    s3Url: z.string(),
    /** URLs of all parts, valid for 3600 s. */
    presigned_urls: signedParts,
    /** In bytes; the last part may be smaller. */
    partSize: z.int(),
    /** In bytes. */
    totalSize: z.int(),
    partCount: z.int(),
    ...sourceFile,
  });

/** Reserved share that waits for the parts of the file from a URL. */
export interface StartedUrlMultipart extends OutputOf<typeof started> {}

/** Parts to join. */
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
  /** Kind of file as a number; `typeName` is its name. */
  type: z.int(),
  typeName: z.string(),
});

/** Published file from a URL. */
export interface CompletedUrlUpload extends OutputOf<typeof completed> {}

/** Identifies a multipart upload. */
export interface UrlUploadReference extends InputOf<typeof referenceBody> {}

export const aborted = z.object({
  success: z.literal(true),
  message: z.string(),
  fileId: z.string(),
});

/** Multipart upload that was aborted. */
export interface AbortedUrlUpload extends OutputOf<typeof aborted> {}

export const cancelBody = z.object({
  /** From `presign` or `initMultipart`. */
  file_id: z.string().min(1).max(64),
});

/** Identifies an upload. */
export interface UrlUploadId extends InputOf<typeof cancelBody> {}

export const cancelled = z.object({
  file_id: z.string(),
  status: z.literal('cancelled'),
  message: z.string(),
});

/** Upload that was cancelled. */
export interface CancelledUrlUpload extends OutputOf<typeof cancelled> {}
