import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import {
  byteCount,
  completedParts,
  fileName,
  lenientInteger,
  partNumber,
  signedParts,
  timestamp,
  uploadId,
} from './fields.ts';
import { fileSystemPath, storeErrors } from './file-system.ts';

const feature = 'file-system';

const stored = z.object({
  success: z.literal(true),
  fileName: z.string(),
  size: z.int(),
  contentType: z.string(),
  s3Path: z.string(),
  s3Url: z.string(),
  etag: z.string(),
  message: z.string(),
});

const startedUpload = z.object({
  uploadId: z.string(),
  bucket: z.string(),
  key: z.string(),
  partSize: z.int(),
  partCount: z.int(),
  presignedUrls: signedParts,
  /** Lifetime of the part URLs in seconds. */
  expiresIn: z.int(),
  mount_id: z.string(),
  path: z.string(),
  storage_type: z.string(),
});

/**
 * Streams the `file` of a form into the directory `path`. With `use_multipart` it stores nothing and
 * begins a multipart upload instead, as `init` does.
 */
export const uploadEntry = streamEndpoint({
  method: 'POST',
  path: '/api/fs/upload',
  access: 'mount_upload',
  feature,
  summary: 'Upload a file as a form',
  sends: 'request',
  requestType: 'multipart/form-data',
  form: z.object({ path: fileSystemPath, use_multipart: z.enum(['true', 'false']).optional() }),
  data: z.union([stored, startedUpload]),
  errors: [...storeErrors, 'file_shares.file_missing', 'request.malformed'],
});

/** Signs the URL to which the browser PUTs a file; the URL lives 3600 s. */
export const presignEntry = endpoint({
  method: 'POST',
  path: '/api/fs/presign',
  access: 'mount_upload',
  feature,
  summary: 'Get a URL to upload a file to',
  body: z.object({
    /** The directory. */
    path: fileSystemPath,
    fileName,
    contentType: z.string().max(255).nullish(),
    fileSize: byteCount.nullish(),
  }),
  data: z.object({
    presignedUrl: z.string(),
    /** Has to be sent with the commit. */
    fileId: z.string(),
    s3Path: z.string(),
    s3Url: z.string(),
    mountId: z.string(),
    s3ConfigId: z.string(),
    targetPath: z.string(),
    contentType: z.string(),
    provider_type: z.string(),
  }),
  errors: storeErrors,
});

const uploadFailures = ['file_system.upload_unknown', 'file_system.not_uploaded'] as const;

/** Makes an uploaded file appear; storage is asked for its size and ETag. Safe to repeat. */
export const commitEntry = endpoint({
  method: 'POST',
  path: '/api/fs/presign/commit',
  access: 'mount_upload',
  feature,
  summary: 'Finish an upload by URL',
  body: z.object({
    targetPath: fileSystemPath,
    mountId: z.string().min(1).max(64),
    /** From presign. Without it the caller's latest upload to the path is meant. */
    fileId: z.string().max(1024).nullish(),
    etag: z.string().max(200).nullish(),
    fileSize: byteCount.nullish(),
  }),
  data: z.object({ fileName: z.string(), targetPath: z.string(), fileSize: z.int() }),
  errors: [
    ...storeErrors,
    ...uploadFailures,
    'file_system.size_mismatch',
    'file_system.etag_mismatch',
  ],
});

const reference = {
  /** The directory, or the file itself. */
  path: fileSystemPath,
  uploadId,
  fileName: fileName.nullish(),
};

/** Starts an upload in parts. The reply has the URLs of all parts, or of the first `urlCount`. */
export const initEntryMultipart = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/init',
  access: 'mount_upload',
  feature,
  summary: 'Start an upload in parts',
  body: z.object({
    path: fileSystemPath,
    fileName,
    fileSize: byteCount,
    /** Wanted part size in bytes; larger where 10,000 parts would not suffice. Default 5 MiB. */
    partSize: byteCount.nullish(),
    partCount: lenientInteger.nullish(),
    contentType: z.string().max(255).nullish(),
    urlCount: byteCount.nullish(),
  }),
  data: startedUpload,
  errors: storeErrors,
});

/** Joins the parts. Safe to repeat. */
export const completeEntryMultipart = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/complete',
  access: 'mount_upload',
  feature,
  summary: 'Join the parts of an upload',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.object({
    ...reference,
    fileSize: byteCount.nullish(),
    parts: completedParts,
  }),
  data: stored.extend({ location: z.string() }),
  errors: [
    ...storeErrors,
    ...uploadFailures,
    'file_system.parts_invalid',
    'file_system.size_mismatch',
  ],
});

/** Aborts an upload: its parts are removed, and its URLs stop working. */
export const abortEntryMultipart = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/abort',
  access: 'mount_upload',
  feature,
  summary: 'Drop an upload in parts',
  body: z.object(reference),
  data: z.object({ success: z.literal(true), message: z.string() }),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});

/** Unfinished uploads below a path: the caller's own, or everybody's for an administrator. */
export const listEntryUploads = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/list-uploads',
  access: 'mount_upload',
  feature,
  summary: 'List uploads in progress',
  body: z.object({ path: fileSystemPath }),
  data: z.object({
    success: z.literal(true),
    uploads: z.array(
      z.object({
        key: z.string(),
        uploadId: z.string(),
        initiated: timestamp,
        storageClass: z.string(),
        owner: z.string().nullable(),
        /** Path of the file in the file system. */
        path: z.string(),
        fileSize: z.int(),
        partSize: z.int(),
      }),
    ),
    bucket: z.string(),
    keyMarker: z.string(),
    uploadIdMarker: z.string(),
    nextKeyMarker: z.string(),
    nextUploadIdMarker: z.string(),
    maxUploads: z.int(),
    isTruncated: z.boolean(),
    prefix: z.string(),
  }),
  errors: storeErrors,
});

/** The parts that storage has, so that an upload can be resumed after a reload. */
export const listEntryParts = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/list-parts',
  access: 'mount_upload',
  feature,
  summary: 'List the uploaded parts of an upload',
  body: z.object(reference),
  data: z.object({
    success: z.literal(true),
    parts: z.array(
      z.object({
        partNumber: z.int(),
        lastModified: timestamp.nullable(),
        /** As the storage sent it, with its quotes. */
        etag: z.string(),
        size: z.int(),
      }),
    ),
    bucket: z.string(),
    key: z.string(),
    uploadId: z.string(),
    partNumberMarker: z.int(),
    nextPartNumberMarker: z.int(),
    maxParts: z.int(),
    isTruncated: z.boolean(),
    storageClass: z.string(),
    owner: z.string().nullable(),
  }),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});

/** Signs new URLs for parts. */
export const signEntryParts = endpoint({
  method: 'POST',
  path: '/api/fs/multipart/refresh-urls',
  access: 'mount_upload',
  feature,
  summary: 'Sign URLs for parts of an upload',
  body: z.object({ ...reference, partNumbers: z.array(partNumber).min(1).max(10_000) }),
  data: z.object({
    success: z.literal(true),
    uploadId: z.string(),
    presignedUrls: signedParts,
    expiresIn: z.int(),
  }),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});
