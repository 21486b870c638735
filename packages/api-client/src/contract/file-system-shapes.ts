import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import { conditionFields, lenientBoolean, queryNumber, timestamp } from './fields.ts';
import { shareAddress } from './file-share-shapes.ts';
import { newShareOptions } from './file-share-upload-shapes.ts';

/** The most entries of one page, because one request to the storage lists no more. */
export const LIST_PAGE_MAX = 1000;

/** A path that begins with a mount's; a trailing slash means a directory. The server checks it. */
export const fileSystemPath = z.string().min(1).max(4096);

const typed = {
  /** Kind of file as a number; `typeName` says it in a word. */
  type: z.int(),
  typeName: z.string(),
};

const startedOperation = z.object({
  /** For `operation` and `cancelOperation`. */
  operation_id: z.string(),
});

/** A change that goes on; `operation` says how far it is. */
export interface StartedOperation extends OutputOf<typeof startedOperation> {}

export const operationStarted = gives<StartedOperation>(startedOperation);

const directoryEntry = z.object({
  name: z.string(),
  /** The whole path; that of a directory ends with a slash. */
  path: z.string(),
  isDirectory: z.boolean(),
  /** True for a mount, and for a directory above one, which exist in no storage. */
  isVirtual: z.boolean(),
  /** In bytes; null for a directory. */
  size: z.int().nullable(),
  /** ISO 8601, UTC. Of a directory when its mount was last changed: storages have no time for it. */
  modified: timestamp,
  etag: z.string().optional(),
  ...typed,
  /** Present on a mount. */
  isMount: z.literal(true).optional(),
  mount_id: z.string().optional(),
  mount_name: z.string().optional(),
});

/** An entry of a listing. */
export interface DirectoryEntry extends OutputOf<typeof directoryEntry> {}

export const directoryItem = gives<DirectoryEntry>(directoryEntry);

export const pathBody = z.object({
  /** The whole path, beginning with the mount's; up to 4096 characters. */
  path: fileSystemPath,
});

/** Says which file or directory is meant. */
export interface FileSystemPath extends InputOf<typeof pathBody> {}

export const listQuery = z.object({
  /** The directory. Default `/`. */
  path: fileSystemPath.default('/'),
  /** Entries of a page, 1 to 1000. Without it all are listed. */
  limit: queryNumber.min(1).max(LIST_PAGE_MAX).optional(),
  /** `next_cursor` of the page before. */
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
  /** True above the mounts, in no storage. */
  isVirtual: z.boolean(),
  mount_id: z.string().optional(),
  storage_type: z.string().optional(),
  items: z.array(directoryItem),
  /**
   * How many more the storage has here, or on this page, whose keys no path can name, such as
   * `a//b`. They are deleted with the directory. Absent where there are none.
   */
  hidden_count: z.int().optional(),
  /** Only with `limit`; null on the last page. */
  next_cursor: z.string().nullable().optional(),
});

/** A directory, or a page of it. */
export interface Directory extends OutputOf<typeof listing> {}

export const entry = z.object({
  path: z.string(),
  name: z.string(),
  isDirectory: z.boolean(),
  /** True above the mounts, in no storage. */
  isVirtual: z.boolean(),
  /** In bytes; null for a directory. */
  size: z.int().nullable(),
  /** ISO 8601, UTC. */
  modified: timestamp,
  contentType: z.string(),
  etag: z.string().optional(),
  mount_id: z.string().optional(),
  storage_type: z.string().optional(),
  ...typed,
  /** Address that shows the file. */
  preview_url: z.string().optional(),
  /** Address that saves the file. */
  download_url: z.string().optional(),
});

/** A file or directory. */
export interface FileSystemEntry extends OutputOf<typeof entry> {}

export const downloadQuery = z.object({
  /** The file. */
  path: fileSystemPath,
  /** Whether browsers save it instead of showing it. Default false. */
  download: lenientBoolean.optional(),
});

/** Which file is read. */
export interface DownloadQuery extends InputOf<typeof downloadQuery> {}

export const linkQuery = z.object({
  /** The file. */
  path: fileSystemPath,
  /** How long the link works, in seconds, at most 604,800 (7 days); by default as the storage says. */
  expires_in: z
    .union([z.literal('null'), z.literal(''), queryNumber.min(1).max(604_800)])
    .optional(),
  /** Whether browsers save it instead of showing it. Default false. */
  force_download: lenientBoolean.optional(),
});

/** To which file a link is wanted, and for how long. */
export interface LinkQuery extends InputOf<typeof linkQuery> {}

export const link = z.object({
  success: z.literal(true),
  /** Signed address; anybody who has it may read the file. */
  presignedUrl: z.string(),
  name: z.string(),
  /** How long the link works, in seconds. */
  expiresIn: z.int(),
  /** ISO 8601, UTC. */
  expiresAt: timestamp,
  forceDownload: z.boolean(),
});

/** A link to a file, straight to the storage. */
export interface EntryLink extends OutputOf<typeof link> {}

export const newDirectory = z.object({
  /** The directory. */
  path: fileSystemPath.meta({ examples: ['/releases/2026/'] }),
  ...conditionFields,
});

/** A directory to be made. */
export interface NewDirectory extends InputOf<typeof newDirectory> {}

export const textFile = z.object({
  /** The file. */
  path: fileSystemPath,
  /** The whole text, at most 10 MiB of UTF-8. */
  content: z.string(),
  ...conditionFields,
});

/** A text to be written. */
export interface NewTextFile extends InputOf<typeof textFile> {}

export const writtenFile = z.object({
  success: z.literal(true),
  path: z.string(),
  etag: z.string(),
  contentType: z.string(),
  message: z.string(),
  isNewFile: z.boolean(),
});

/** A text that was written. */
export interface WrittenTextFile extends OutputOf<typeof writtenFile> {}

export const newName = z.object({
  /** Existing entry; a trailing slash means a directory. */
  oldPath: fileSystemPath,
  /** New path in the same mount. */
  newPath: fileSystemPath,
});

/** A file or directory and its new path. */
export interface EntryRename extends InputOf<typeof newName> {}

export const removal = z.object({
  /** 1 to 1000 of them; a trailing slash means a directory, with all that is in it. */
  paths: z.array(fileSystemPath).min(1).max(1000),
});

/** Entries to delete. */
export interface EntryRemoval extends InputOf<typeof removal> {}

export const removed = z.object({
  /** How many of the paths are gone. */
  success: z.int(),
  /** Which are not, and why, in the language of the call. */
  failed: z.array(z.object({ path: z.string(), error: z.string() })),
});

/** Result of a deletion. */
export interface RemovedEntries extends OutputOf<typeof removed> {}

export const entryShare = z.object({
  /** The file, beginning with the mount's path; up to 4096 characters. */
  path: fileSystemPath,
  ...newShareOptions,
  /** Title for visitors, up to 2000 characters; absent for the path, null or `''` for none. */
  remark: newShareOptions.remark,
  /** Whether its bytes go through the server. Default true. */
  use_proxy: newShareOptions.use_proxy,
});

/** A file of a mount to be shared; all but the path may be absent. */
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
  /** Null for as many as anybody likes. */
  maxViews: z.int().nullable(),
  ...shareAddress,
  message: z.string(),
});

/** A file of a mount that is shared now. */
export interface SharedEntry extends OutputOf<typeof sharedEntry> {}

export const publicQuery = z.object({
  /** Whether browsers save it instead of showing it. Default false. */
  download: lenientBoolean.optional(),
  /** The link's signature, where the mount needs one. */
  sign: z.string().max(200).optional(),
  /** When the signature ends, as it stands in the link. */
  ts: z.string().max(40).optional(),
});

/** How a public file is read. */
export interface PublicFileQuery extends InputOf<typeof publicQuery> {}
