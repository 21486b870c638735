import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import { conditionFields, lenientBoolean, queryNumber, timestamp } from './fields.ts';
import { shareAddress } from './file-share-shapes.ts';
import { newShareOptions } from './file-share-upload-shapes.ts';

/** Maximum number of entries on one page, because one request to the storage lists no more. */
export const LIST_PAGE_MAX = 1000;

/** Path that begins with a mount's; a trailing slash means a directory. The server checks it. */
export const fileSystemPath = z.string().min(1).max(4096);

const typed = {
  /** Kind of file as a number; `typeName` is its name. */
  type: z.int(),
  typeName: z.string(),
};

const startedOperation = z.object({
  /** Id for `operation` and `cancelOperation`. */
  operation_id: z.string(),
});

/** Operation that is still running; `operation` returns its progress. */
export interface StartedOperation extends OutputOf<typeof startedOperation> {}

export const operationStarted = gives<StartedOperation>(startedOperation);

const directoryEntry = z.object({
  name: z.string(),
  /** Whole path; a directory's ends with a slash. */
  path: z.string(),
  isDirectory: z.boolean(),
  /** True for a mount, and for a directory above one, which exist in no storage. */
  isVirtual: z.boolean(),
  /** Size in bytes; null for a directory. */
  size: z.int().nullable(),
  /**
   * ISO 8601, UTC. For a directory the last change of its mount, because storages have no time for it.
   */
  modified: timestamp,
  etag: z.string().optional(),
  ...typed,
  /** Only present for a mount. */
  isMount: z.literal(true).optional(),
  mount_id: z.string().optional(),
  mount_name: z.string().optional(),
});

/** Entry of a listing. */
export interface DirectoryEntry extends OutputOf<typeof directoryEntry> {}

export const directoryItem = gives<DirectoryEntry>(directoryEntry);

export const pathBody = z.object({
  /** Whole path, beginning with the mount's; up to 4096 characters. */
  path: fileSystemPath,
});

/** Identifies a file or directory. */
export interface FileSystemPath extends InputOf<typeof pathBody> {}

export const listQuery = z.object({
  /** Directory to list. Default `/`. */
  path: fileSystemPath.default('/'),
  /** Entries of a page, 1 to 1000. Without it all are listed. */
  limit: queryNumber.min(1).max(LIST_PAGE_MAX).optional(),
  /** `next_cursor` of the previous page. */
  cursor: z.string().max(4096).optional(),
  /** Asks the storage again instead of using a cached listing. Default false. */
  refresh: lenientBoolean.optional(),
});

/** Query of a listing. */
export interface DirectoryQuery extends InputOf<typeof listQuery> {}

export const listing = z.object({
  path: z.string().meta({ examples: ['/releases/2026/'] }),
  type: z.literal('directory'),
  isDirectory: z.literal(true),
  isRoot: z.boolean(),
  /** True for a directory above the mounts, which exists in no storage. */
  isVirtual: z.boolean(),
  mount_id: z.string().optional(),
  storage_type: z.string().optional(),
  items: z.array(directoryItem),
  /**
   * Number of further keys here, or on this page, that no path can name, such as `a//b`. They are
   * deleted together with the directory. Absent if there are none.
   */
  hidden_count: z.int().optional(),
  /** Only with `limit`; null on the last page. */
  next_cursor: z.string().nullable().optional(),
});

/** Directory, or a page of it. */
export interface Directory extends OutputOf<typeof listing> {}

export const entry = z.object({
  path: z.string(),
  name: z.string(),
  isDirectory: z.boolean(),
  /** True for a directory above the mounts, which exists in no storage. */
  isVirtual: z.boolean(),
  /** Size in bytes; null for a directory. */
  size: z.int().nullable(),
  /** ISO 8601, UTC. */
  modified: timestamp,
  contentType: z.string(),
  etag: z.string().optional(),
  mount_id: z.string().optional(),
  storage_type: z.string().optional(),
  ...typed,
  /** URL that shows the file. */
  preview_url: z.string().optional(),
  /** URL that saves the file. */
  download_url: z.string().optional(),
});

/** File or directory. */
export interface FileSystemEntry extends OutputOf<typeof entry> {}

export const downloadQuery = z.object({
  /** File to read. */
  path: fileSystemPath,
  /** Whether browsers save it instead of showing it. Default false. */
  download: lenientBoolean.optional(),
});

/** Query of a download. */
export interface DownloadQuery extends InputOf<typeof downloadQuery> {}

export const linkQuery = z.object({
  /** File to link to. */
  path: fileSystemPath,
  /** Lifetime of the link in seconds, at most 604,800 (7 days); by default the storage's. */
  expires_in: z
    .union([z.literal('null'), z.literal(''), queryNumber.min(1).max(604_800)])
    .optional(),
  /** Whether browsers save it instead of showing it. Default false. */
  force_download: lenientBoolean.optional(),
});

/** File, lifetime and kind of a link. */
export interface LinkQuery extends InputOf<typeof linkQuery> {}

export const link = z.object({
  success: z.literal(true),
  /** Signed URL; anyone with this URL can read the file. */
  presignedUrl: z.string(),
  name: z.string(),
  /** Lifetime of the link in seconds. */
  expiresIn: z.int(),
  /** ISO 8601, UTC. */
  expiresAt: timestamp,
  forceDownload: z.boolean(),
});

/** Link to a file, directly to the storage. */
export interface EntryLink extends OutputOf<typeof link> {}

export const newDirectory = z.object({
  /** Directory to create. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  ...conditionFields,
});

/** New directory. */
export interface NewDirectory extends InputOf<typeof newDirectory> {}

export const textFile = z.object({
  /** File to write. */
  path: fileSystemPath,
  /** Whole text, at most 10 MiB of UTF-8. */
  content: z.string(),
  ...conditionFields,
});

/** Text to write. */
export interface NewTextFile extends InputOf<typeof textFile> {}

export const writtenFile = z.object({
  success: z.literal(true),
  path: z.string(),
  etag: z.string(),
  contentType: z.string(),
  message: z.string(),
  isNewFile: z.boolean(),
});

/** Text file that was written. */
export interface WrittenTextFile extends OutputOf<typeof writtenFile> {}

export const newName = z.object({
  /** Existing entry; a trailing slash means a directory. */
  oldPath: fileSystemPath,
  /** New path in the same mount. */
  newPath: fileSystemPath,
});

/** File or directory and its new path. */
export interface EntryRename extends InputOf<typeof newName> {}

export const removal = z.object({
  /** 1 to 1000 paths; a trailing slash means a directory, with everything below it. */
  paths: z.array(fileSystemPath).min(1).max(1000),
  /**
   * ETag that each of the paths, all of files, must still have. Others stay, and are among the failed ones. Every file
   * costs the server a request to the storage then.
   */
  if_match: conditionFields.if_match,
});

/** Entries to delete. */
export interface EntryRemoval extends InputOf<typeof removal> {}

export const removed = z.object({
  /** Number of paths that no longer exist. */
  success: z.int(),
  /** Paths that were not deleted, with the reason in the language of the call. */
  failed: z.array(z.object({ path: z.string(), error: z.string() })),
});

/** Result of a deletion. */
export interface RemovedEntries extends OutputOf<typeof removed> {}

export const entryShare = z.object({
  /** File to share, beginning with the mount's path; up to 4096 characters. */
  path: fileSystemPath,
  ...newShareOptions,
  /** Title for visitors, up to 2000 characters; by default the path, null or `''` for none. */
  remark: newShareOptions.remark,
  /** Whether its bytes go through the server. Default true. */
  use_proxy: newShareOptions.use_proxy,
});

/** File of a mount to share; all fields but the path are optional. */
export interface EntryShare extends InputOf<typeof entryShare> {}

export const sharedEntry = z.object({
  success: z.literal(true),
  /** Id of the share. */
  fileId: z.string(),
  slug: z.string(),
  filename: z.string(),
  /** In bytes. */
  size: z.int(),
  hasPassword: z.boolean(),
  /** ISO 8601, UTC; null for never. */
  expiresAt: timestamp.nullable(),
  /** Maximum number of views; null for unlimited. */
  maxViews: z.int().nullable(),
  ...shareAddress,
  message: z.string(),
});

/** Shared file of a mount. */
export interface SharedEntry extends OutputOf<typeof sharedEntry> {}

export const publicQuery = z.object({
  /** Whether browsers save it instead of showing it. Default false. */
  download: lenientBoolean.optional(),
  /** Signature of the link, if the mount needs one. */
  sign: z.string().max(200).optional(),
  /** End of the signature, as in the link. */
  ts: z.string().max(40).optional(),
});

/** Query of a public file. */
export interface PublicFileQuery extends InputOf<typeof publicQuery> {}
