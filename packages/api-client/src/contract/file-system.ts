import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { rangeErrors } from './fields.ts';
import {
  type Directory,
  type DirectoryQuery,
  type DownloadQuery,
  downloadQuery,
  type EntryLink,
  type EntryRemoval,
  type EntryRename,
  type EntryShare,
  entry,
  entryShare,
  type FileSystemEntry,
  type FileSystemPath,
  type LinkQuery,
  link,
  linkQuery,
  listing,
  listQuery,
  type NewDirectory,
  type NewTextFile,
  newDirectory,
  newName,
  operationStarted,
  type PublicFileQuery,
  pathBody,
  publicQuery,
  type RemovedEntries,
  removal,
  removed,
  type SharedEntry,
  sharedEntry,
  textFile,
  type WrittenTextFile,
  writtenFile,
} from './file-system-shapes.ts';
import { fs } from './routes.ts';

const feature = 'file-system';

/** Errors of every call that names a path. */
export const pathErrors = [
  'auth.outside_base_path',
  'file_system.path_invalid',
  'file_system.not_found',
  'mounts.not_found',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** Errors of every call that stores bytes. */
export const storeErrors = [
  ...pathErrors,
  'file_system.exists',
  'file_system.busy',
  'file_system.claim_lost',
  'file_system.locked',
  'file_shares.too_large',
  'storage.insufficient',
  'storage.full',
] as const;

/** Error codes of every call that may take long. */
export const operationErrors = [
  'file_system.busy',
  'file_system.claim_lost',
  'file_system.locked',
  'file_system.cancelled',
] as const;

/**
 * Lists the entries of a directory. Without `limit` all of them, directories first, then by name; above
 * 10,000 in the storage's order. With `limit` a page in the storage's order, directories first on each
 * page.
 */
export const listDirectory = endpoint({
  ...fs.list,
  access: 'mount_view',
  feature,
  summary: 'List a directory',
  query: takes<DirectoryQuery>()(listQuery),
  data: gives<Directory>(listing),
  errors: [...pathErrors, 'file_system.cursor_invalid'],
});

/**
 * Sends server-sent events while the entries of a directory change, by anybody: `following` first, then
 * `changed` when the directory has to be listed again. Ends after five minutes, so that rights are checked
 * again.
 */
export const watchDirectory = streamEndpoint({
  ...fs.watch,
  access: 'mount_view',
  feature,
  summary: 'Changes of a directory as server-sent events',
  sends: 'reply',
  query: takes<FileSystemPath>()(pathBody),
  errors: [...pathErrors, 'request.rate_limited'],
});

/** Returns a file, with URLs, or a directory, whose path may lack its trailing slash. */
export const getEntry = endpoint({
  ...fs.get,
  access: 'mount_view',
  feature,
  summary: 'One file or directory',
  query: takes<FileSystemPath>()(pathBody),
  data: gives<FileSystemEntry>(entry),
  errors: pathErrors,
});

/** Sends the bytes of a file. Ranges, ETags and conditional requests work. */
export const downloadEntry = streamEndpoint({
  ...fs.download,
  access: 'mount_view',
  feature,
  summary: 'Download a file',
  sends: 'reply',
  query: takes<DownloadQuery>()(downloadQuery),
  errors: [...pathErrors, ...rangeErrors],
});

/** Returns a URL of the storage. `expires_in` is in seconds, at most 7 days; by default the config's. */
export const getEntryLink = endpoint({
  ...fs.link,
  access: 'mount_view',
  feature,
  summary: 'A direct link to a file',
  query: takes<LinkQuery>()(linkQuery),
  data: gives<EntryLink>(link),
  errors: pathErrors,
});

/** Creates a directory and its missing parents; succeeds if it exists already. */
export const makeDirectory = endpoint({
  ...fs.mkdir,
  access: 'mount_upload',
  feature,
  summary: 'Make a directory',
  body: takes<NewDirectory>()(newDirectory),
  data: z.null(),
  errors: [...storeErrors, 'file_system.changed'],
});

/**
 * Writes a text file of at most 10 MiB, replacing an existing one. The headers `If-Match` and
 * `If-None-Match` have the same meaning as the fields `if_match` and `if_none_match`.
 */
export const updateEntry = endpoint({
  ...fs.write,
  access: 'mount_upload',
  feature,
  summary: 'Write a text file',
  // JSON escapes can make a body up to six times as long as its text.
  bodyLimitBytes: 64 * 1024 * 1024,
  body: takes<NewTextFile>()(textFile),
  data: gives<WrittenTextFile>(writtenFile),
  errors: [...storeErrors, 'file_system.content_too_large', 'file_system.changed'],
});

/** Renames or moves a file or a directory within its mount. */
export const renameEntry = endpoint({
  ...fs.rename,
  access: 'mount_rename',
  feature,
  summary: 'Rename a file or directory',
  body: takes<EntryRename>()(newName),
  data: z.null(),
  started: operationStarted,
  errors: [
    ...storeErrors,
    ...operationErrors,
    'file_system.mount_fixed',
    'file_system.other_mount',
    'file_system.other_kind',
    'file_system.into_itself',
    'file_system.partly_done',
  ],
});

/** Deletes files, and directories with their contents; a trailing slash means a directory. */
export const removeEntries = endpoint({
  ...fs.delete,
  access: 'mount_delete',
  feature,
  summary: 'Delete files and directories',
  body: takes<EntryRemoval>()(removal),
  data: gives<RemovedEntries>(removed),
  started: operationStarted,
  errors: [...pathErrors, ...operationErrors, 'file_system.mount_fixed'],
});

/**
 * Shares a file of a mount without copying it, with the share's options in the same call. The caller
 * must also have the right to see the file.
 */
export const shareEntry = endpoint({
  ...fs.share,
  access: 'file_share',
  feature,
  summary: 'Share a file of a mount',
  honoursIdempotencyKey: true,
  body: takes<EntryShare>()(entryShare),
  data: gives<SharedEntry>(sharedEntry),
  errors: [
    ...pathErrors,
    'file_system.is_directory',
    'shares.slug_invalid',
    'shares.slug_reserved',
    'shares.slug_taken',
    'shares.expiry_invalid',
    'shares.max_views_invalid',
  ],
});

/**
 * Sends a file of a mount with `web_proxy` to any visitor. The link needs a signature if the mount or
 * the setting `proxy_sign_all` requires it.
 */
export const readThroughProxy = streamEndpoint({
  ...fs.readPublic,
  access: 'public',
  feature,
  summary: 'A file of a mount, through the server',
  sends: 'reply',
  query: takes<PublicFileQuery>()(publicQuery),
  errors: [
    'file_system.path_invalid',
    'file_system.not_found',
    'file_system.signature_invalid',
    ...rangeErrors,
    'storage.unavailable',
    'storage.timeout',
  ],
});
