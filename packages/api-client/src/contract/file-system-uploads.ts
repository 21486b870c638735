import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { conditionFields } from './fields.ts';
import { storeErrors } from './file-system.ts';
import { fileSystemPath } from './file-system-shapes.ts';
import {
  type AbortedEntry,
  aborted,
  type CommittedEntry,
  type CompletedEntry,
  commitBody,
  committed,
  completeBody,
  completed,
  type EntryCommit,
  type EntryPartNumbers,
  type EntryParts,
  type EntryUploadPlace,
  type EntryUploadReference,
  initBody,
  type NewEntry,
  type NewEntryMultipart,
  type PresignedEntry,
  partList,
  placeBody,
  presignBody,
  presigned,
  referenceBody,
  type SignedEntryParts,
  type StartedEntryMultipart,
  type StoredEntry,
  type StoredEntryParts,
  signBody,
  signed,
  startedUpload,
  stored,
  type UnfinishedUploads,
  uploadList,
} from './file-system-upload-shapes.ts';
import { fs } from './routes.ts';

const feature = 'file-system';

/**
 * Streams the `file` of a form into the directory `path`. With `use_multipart` it stores nothing and
 * starts a multipart upload instead, like `init`.
 */
export const uploadEntry = streamEndpoint({
  ...fs.uploadForm,
  access: 'mount_upload',
  feature,
  summary: 'Upload a file as a form',
  sends: 'request',
  requestType: 'multipart/form-data',
  form: z.object({
    path: fileSystemPath,
    use_multipart: z.enum(['true', 'false']).optional(),
    ...conditionFields,
  }),
  data: gives<StoredEntry | StartedEntryMultipart>(z.union([stored, startedUpload])),
  errors: [...storeErrors, 'file_shares.file_missing', 'file_system.changed', 'request.malformed'],
});

/** Signs the URL to which the browser PUTs a file; the URL is valid for 3600 s. */
export const presignEntry = endpoint({
  ...fs.presign,
  mayBeBatched: true,
  access: 'mount_upload',
  feature,
  summary: 'Get a URL to upload a file to',
  body: takes<NewEntry>()(presignBody),
  data: gives<PresignedEntry>(presigned),
  errors: [...storeErrors, 'file_system.changed'],
});

const uploadFailures = ['file_system.upload_unknown', 'file_system.not_uploaded'] as const;

/** Makes an uploaded file appear; the server reads its size and ETag from the storage. Safe to repeat. */
export const commitEntry = endpoint({
  ...fs.commit,
  mayBeBatched: true,
  access: 'mount_upload',
  feature,
  summary: 'Finish an upload by URL',
  body: takes<EntryCommit>()(commitBody),
  data: gives<CommittedEntry>(committed),
  errors: [
    ...storeErrors,
    'file_system.changed',
    ...uploadFailures,
    'file_system.size_mismatch',
    'file_system.etag_mismatch',
  ],
});

/** Starts a multipart upload. The reply has the URLs of all parts, or of the first `urlCount`. */
export const initEntryMultipart = endpoint({
  ...fs.initMultipart,
  mayBeBatched: true,
  honoursIdempotencyKey: true,
  access: 'mount_upload',
  feature,
  summary: 'Start an upload in parts',
  body: takes<NewEntryMultipart>()(initBody),
  data: gives<StartedEntryMultipart>(startedUpload),
  errors: [...storeErrors, 'file_system.changed'],
});

/** Joins the parts. Safe to repeat. */
export const completeEntryMultipart = endpoint({
  ...fs.completeMultipart,
  mayBeBatched: true,
  access: 'mount_upload',
  feature,
  summary: 'Join the parts of an upload',
  bodyLimitBytes: 4 * 1024 * 1024,
  body: takes<EntryParts>()(completeBody),
  data: gives<CompletedEntry>(completed),
  errors: [
    ...storeErrors,
    'file_system.changed',
    ...uploadFailures,
    'file_system.parts_invalid',
    'file_system.size_mismatch',
  ],
});

/** Aborts an upload: its parts are removed, and its URLs stop working. */
export const abortEntryMultipart = endpoint({
  ...fs.abortMultipart,
  mayBeBatched: true,
  access: 'mount_upload',
  feature,
  summary: 'Drop an upload in parts',
  body: takes<EntryUploadReference>()(referenceBody),
  data: gives<AbortedEntry>(aborted),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});

/** Lists unfinished uploads below a path: the caller's own, or those of all callers for an administrator. */
export const listEntryUploads = endpoint({
  ...fs.listUploads,
  access: 'mount_upload',
  feature,
  summary: 'List uploads in progress',
  body: takes<EntryUploadPlace>()(placeBody),
  data: gives<UnfinishedUploads>(uploadList),
  errors: storeErrors,
});

/** Lists the parts in the storage, so that an upload can be resumed after a reload. */
export const listEntryParts = endpoint({
  ...fs.listParts,
  access: 'mount_upload',
  feature,
  summary: 'List the uploaded parts of an upload',
  body: takes<EntryUploadReference>()(referenceBody),
  data: gives<StoredEntryParts>(partList),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});

/** Signs new URLs for parts. */
export const signEntryParts = endpoint({
  ...fs.signParts,
  access: 'mount_upload',
  feature,
  summary: 'Sign URLs for parts of an upload',
  body: takes<EntryPartNumbers>()(signBody),
  data: gives<SignedEntryParts>(signed),
  errors: [...storeErrors, 'file_system.upload_unknown'],
});
