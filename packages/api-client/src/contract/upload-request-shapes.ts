import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import {
  byteCount,
  expiresInHours,
  ids,
  lenientBoolean,
  lenientInteger,
  linkListQuery,
  listKeyInfo,
  note,
  optionalPassword,
  optionalSlug,
  pageFields,
  timestamp,
} from './fields.ts';
import { LINK_TITLE_LENGTH, UPLOAD_REQUEST_SORTS } from './limits.ts';
import type { slugParams } from './share-visits.ts';

/** Identifies an upload request for visitors. */
export interface UploadRequestSlug extends InputOf<typeof slugParams> {}

export const idParams = z.object({
  /** Id of the upload request, or its slug. */
  id: z.string().min(1).max(64),
});

/** Identifies an upload request for its owner. */
export interface UploadRequestId extends InputOf<typeof idParams> {}

/** Positive number of files; 0 and null mean unlimited. */
const fileLimit = lenientInteger.refine((value) => value >= 0 && value <= 1_000_000).nullish();
/** Number of bytes; 0 and null mean unlimited. */
const byteLimit = byteCount.nullish();
const types = z
  .array(z.string().regex(/^(\.[A-Za-z0-9.+-]{1,50}|[a-z]+\/(\*|[A-Za-z0-9.+-]{1,100}))$/))
  .max(100)
  .nullish();
const wanted = z.array(z.string().trim().min(1).max(200)).max(100).nullish();

const editable = {
  /** Message to visitors in plain text, up to 10,000 characters; null or `''` for none. */
  message: z.string().max(10_000).nullish(),
  /** Slug: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  /** Password in plain text, up to 1024 characters; null or `''` for none. */
  password: optionalPassword,
  /** Hours until the request ends, possibly fractional, up to 100 years; 0, null or absent for never. */
  expires_in: expiresInHours,
  /** Maximum number of files of all deliveries together; 0 or null for unlimited. */
  max_files: fileLimit,
  /** Maximum size of a file in bytes; 0 or null for the server's limit alone. */
  max_file_bytes: byteLimit,
  /** Maximum size of all files together in bytes; 0 or null for unlimited. */
  max_total_bytes: byteLimit,
  /** Accepted files: media types such as `image/*`, and extensions such as `.pdf`; null for all. */
  types,
  /** Names of things that are asked for, such as `Passport`; null for none. */
  wanted,
  /** Whether visitors must give a name. Default false. */
  ask_name: lenientBoolean.nullish(),
  /** URL of a webhook that the server calls for each finished delivery; null or `''` for none. */
  notify_url: z.string().max(2048).nullish(),
};

export const newRequest = z.object({
  /** Title that visitors see, 1 to 200 characters. */
  title: z.string().trim().min(1).max(LINK_TITLE_LENGTH),
  ...editable,
  /** Folder of a mount for the files; absent or null for the storage of shares. */
  path: z.string().min(1).max(4096).nullish(),
});

/** New upload request. */
export interface NewUploadRequest extends InputOf<typeof newRequest> {}

export const requestChanges = z.object({
  /** Title that visitors see, 1 to 200 characters. */
  title: z.string().trim().min(1).max(LINK_TITLE_LENGTH).optional(),
  ...editable,
  /** Private note, up to 2000 characters, which only the owner sees; null for none. */
  note,
  /** Expiry: ISO 8601 with `Z` or an offset; null for never. */
  expires_at: timestamp.nullish(),
});

/** Changes of an upload request; absent fields keep their values. */
export interface UploadRequestChanges extends InputOf<typeof requestChanges> {}

const requestRow = z.object({
  id: z.string(),
  slug: z.string(),
  /** Path relative to the server's address. */
  url: z.string(),
  /** Absolute URL for visitors. */
  share_url: z.string(),
  title: z.string(),
  message: z.string().nullable(),
  /** Private note of the owner; null if there is none. */
  note: z.string().nullable(),
  /** Folder of a mount for the files; null if there is none, or if the caller may not see it. */
  path: z.string().nullable(),
  max_files: z.int().nullable(),
  max_file_bytes: z.int().nullable(),
  max_total_bytes: z.int().nullable(),
  types: z.array(z.string()).nullable(),
  wanted: z.array(z.string()).nullable(),
  ask_name: z.boolean(),
  notify_url: z.string().nullable(),
  has_password: z.boolean(),
  /** Number of deliveries with files or finished ones. */
  delivery_count: z.int(),
  /** Number of those that the owner has not seen. */
  new_deliveries: z.int(),
  /** Number of files that were received. */
  file_count: z.int(),
  /** Size of these files in bytes. */
  total_size: z.int(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the API key that created it. */
  key_name: z.string().nullable(),
});

/** Upload request as its owner sees it. */
export interface UploadRequest extends OutputOf<typeof requestRow> {}

export const ownRequest = gives<UploadRequest>(requestRow);

const createdRequest = requestRow.extend({
  /** Secret that signs the calls of its webhook; only in this reply. Null without a webhook. */
  notify_secret: z.string().nullable(),
});

/** New upload request, with the secret of its webhook. */
export interface CreatedUploadRequest extends OutputOf<typeof createdRequest> {}

export const newOwnRequest = gives<CreatedUploadRequest>(createdRequest);

export const requestListQuery = z.object({
  ...linkListQuery,
  /** Only requests whose title, message, slug or note contains this. */
  search: z.string().max(200).optional(),
  /** Only requests in this state. */
  state: z.enum(['active', 'expired', 'protected']).optional(),
  /** Sort key; default `created`. */
  sort: z.enum(UPLOAD_REQUEST_SORTS).optional(),
});

/** Filter, order and page of the list. */
export interface UploadRequestListQuery extends InputOf<typeof requestListQuery> {}

const requestPageFields = z.object({
  requests: gives<UploadRequest[]>(z.array(requestRow)),
  /** Number of deliveries into all own requests, of every page, that the owner has not seen. */
  new_deliveries: z.int(),
  pagination: z.object(pageFields),
});

/** Page of upload requests. */
export interface UploadRequestPage extends OutputOf<typeof requestPageFields> {}

export const requestPage = gives<UploadRequestPage>(requestPageFields);
export const requestListExtras = z.object({ key_info: listKeyInfo.optional() });

export const requestDeletion = z.object({
  /** Ids of upload requests, 1 to 1000. */
  ids,
});

/** Upload requests to delete, with the files of their deliveries that lie in the storage of shares. */
export interface UploadRequestDeletion extends InputOf<typeof requestDeletion> {}
