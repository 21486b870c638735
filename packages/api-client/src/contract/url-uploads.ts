import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { byteCount, completedParts, signedParts, timestamp, uploadId } from './fields.ts';
import { uploadErrors, uploadOptions } from './file-share-uploads.ts';
import { committedFileShare, shareAddress } from './file-shares.ts';

const feature = 'url-uploads';

/** http or https, without user name and password. The server refuses addresses that are not public. */
const url = z
  .string()
  .min(1, { error: 'url_uploads.url_invalid' })
  .max(8192, { error: 'url_uploads.url_invalid' });
const fileId = z.string().min(1).max(64);

const sourceErrors = [
  'url_uploads.url_invalid',
  'url_uploads.address_refused',
  'url_uploads.source_unreachable',
  'url_uploads.source_timeout',
] as const;

/** Name, type and size of the file at an address; nothing is stored. */
export const readUrlInfo = endpoint({
  method: 'POST',
  path: '/api/url/info',
  access: 'file_share',
  feature,
  summary: 'Name, type and size of the file at an address',
  body: z.object({ url }),
  data: z.object({
    url: z.string(),
    filename: z.string(),
    contentType: z.string(),
    /** In bytes; null if the source does not say. */
    size: z.int().nullable(),
    lastModified: z.string().nullable(),
    /** How the source was asked: GET where it does not answer HEAD. */
    method: z.enum(['HEAD', 'GET']),
    /** Whether CORS lets every page read it, so that a browser needs no proxy. */
    corsSupported: z.boolean(),
    type: z.int(),
    typeName: z.string(),
  }),
  errors: sourceErrors,
});

/**
 * The bytes at an address, as the source sends them, up to the largest upload. No ranges. An address
 * that `url/info` was asked about within the last 10 minutes is read once without a credential.
 */
export const readThroughUrlProxy = streamEndpoint({
  method: 'GET',
  path: '/api/url/proxy',
  access: 'file_share',
  feature,
  summary: 'The file at an address, for browsers that may not read it themselves',
  sends: 'reply',
  query: z.object({ url }),
  errors: [...sourceErrors, 'file_shares.too_large'],
});

const urlUpload = z.object({
  ...uploadOptions,
  url,
  filename: z.string().max(1024).nullish(),
  /** With both fields the source is not asked for them, but its address is still checked. */
  metadata: z
    .object({
      filename: z.string().max(1024).nullish(),
      contentType: z.string().max(255).nullish(),
    })
    .nullish(),
});

/** Absent if the source was not asked. */
const corsSupported = z.boolean().optional();
const startErrors = [...sourceErrors, ...uploadErrors] as const;

/** Reserves a share for the file at an address, and signs the URL to which the browser PUTs it. */
export const presignUrlUpload = endpoint({
  method: 'POST',
  path: '/api/url/presign',
  access: 'file_share',
  feature,
  summary: 'Reserve a file share for the file at an address',
  body: urlUpload,
  data: z.object({
    file_id: z.string(),
    upload_url: z.string(),
    storage_path: z.string(),
    s3_url: z.string(),
    slug: z.string(),
    provider_type: z.string(),
    contentType: z.string(),
    filename: z.string(),
    hasPassword: z.boolean(),
    expiresAt: timestamp.nullable(),
    maxViews: z.int().nullable(),
    ...shareAddress,
    corsSupported,
    sourceUrl: z.string(),
  }),
  errors: startErrors,
});

/** Publishes a share once its bytes are in storage, as `/api/s3/commit` does. */
export const commitUrlUpload = endpoint({
  method: 'POST',
  path: '/api/url/commit',
  access: 'file_share',
  feature,
  summary: 'Publish a file that came from an address',
  body: z.object({
    file_id: fileId,
    size: byteCount.nullish(),
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

/**
 * Reserves a share and starts a multipart upload. The reply has the URLs of all parts, which live
 * 3600 s. `total_size` may be left out if the source tells its size.
 */
export const initUrlMultipart = endpoint({
  method: 'POST',
  path: '/api/url/multipart/init',
  access: 'file_share',
  feature,
  summary: 'Reserve a file share for the file at an address and start a multipart upload',
  body: urlUpload.extend({
    total_size: byteCount.nullish(),
    /** The part size that the caller would like, in bytes; the reply has the one to use. */
    part_size: byteCount.nullish(),
    /** Ignored, because it follows from the sizes; older clients send it. */
    part_count: byteCount.nullish(),
  }),
  data: z.object({
    file_id: z.string(),
    upload_id: z.string(),
    slug: z.string(),
    storagePath: z.string(),
    s3Url: z.string(),
    presigned_urls: signedParts,
    partSize: z.int(),
    totalSize: z.int(),
    partCount: z.int(),
    filename: z.string(),
    contentType: z.string(),
    hasPassword: z.boolean(),
    expiresAt: timestamp.nullable(),
    maxViews: z.int().nullable(),
    ...shareAddress,
    corsSupported,
    sourceUrl: z.string(),
  }),
  errors: [...startErrors, 'request.length_required'],
});

/**
 * Joins the parts and publishes the share; safe to repeat. If the parts cannot be joined, the upload
 * is over. If storage cannot be reached, the upload stays and the call can be made again.
 */
export const completeUrlMultipart = endpoint({
  method: 'POST',
  path: '/api/url/multipart/complete',
  access: 'file_share',
  feature,
  summary: 'Join the parts of a file that came from an address and publish it',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.object({
    file_id: fileId,
    upload_id: uploadId,
    parts: completedParts,
  }),
  data: z.object({
    success: z.literal(true),
    fileId: z.string(),
    slug: z.string(),
    filename: z.string(),
    size: z.int(),
    etag: z.string().nullable(),
    ...shareAddress,
    s3Url: z.string(),
    type: z.int(),
    typeName: z.string(),
  }),
  errors: [
    'file_shares.upload_unknown',
    'file_shares.parts_invalid',
    'file_shares.too_large',
    'storage.insufficient',
    'storage.unavailable',
    'storage.timeout',
  ],
});

/** Aborts a multipart upload: parts and reserved share are removed; safe to repeat. */
export const abortUrlMultipart = endpoint({
  method: 'POST',
  path: '/api/url/multipart/abort',
  access: 'file_share',
  feature,
  summary: 'Drop the multipart upload of a file that came from an address',
  body: z.object({ file_id: fileId, upload_id: uploadId }),
  data: z.object({ success: z.literal(true), message: z.string(), fileId: z.string() }),
  errors: ['file_shares.upload_unknown'],
});

/** Cancels an upload that is not committed, and removes whatever was stored. */
export const cancelUrlUpload = endpoint({
  method: 'POST',
  path: '/api/url/cancel',
  access: 'file_share',
  feature,
  summary: 'Drop the upload of a file that came from an address',
  body: z.object({ file_id: fileId }),
  data: z.object({ file_id: z.string(), status: z.literal('cancelled'), message: z.string() }),
  errors: ['file_shares.upload_unknown'],
});
