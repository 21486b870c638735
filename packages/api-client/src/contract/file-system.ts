import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { lenientBoolean, queryNumber, timestamp } from './fields.ts';
import { shareAddress } from './file-shares.ts';

const feature = 'file-system';

/** CONTRACT A4: most entries of one page, and what one storage request lists. */
export const LIST_PAGE_MAX = 1000;

/** A path below the mounts; a trailing slash names a directory. Checked by the server. */
export const fileSystemPath = z.string().min(1).max(4096);

/** What any call that names a path may answer. */
export const pathErrors = [
  'auth.outside_base_path',
  'file_system.path_invalid',
  'file_system.not_found',
  'mounts.not_found',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** What any call that stores bytes may answer. */
export const storeErrors = [
  ...pathErrors,
  'file_system.exists',
  'file_system.busy',
  'file_shares.too_large',
  'storage.insufficient',
  'storage.full',
] as const;

const typed = { type: z.int(), typeName: z.string() };

/** What any call that may take long may answer, too. */
export const operationErrors = ['file_system.busy', 'file_system.cancelled'] as const;

/** Goes on; `GET /api/fs/operations/{id}` says how far it is. */
export const operationStarted = z.object({ operation_id: z.string() });

/** A row of a listing. Directories have a trailing slash in `path`, and no size (CONTRACT A4). */
export const directoryItem = z.object({
  name: z.string(),
  path: z.string(),
  isDirectory: z.boolean(),
  /** True where no storage holds it: it is a mount, or leads to one. */
  isVirtual: z.boolean(),
  /** In bytes; null for a directory. */
  size: z.int().nullable(),
  /** Storages know no time of a directory: what holds it was changed then. */
  modified: timestamp,
  etag: z.string().optional(),
  ...typed,
  /** Present on a mount. */
  isMount: z.literal(true).optional(),
  mount_id: z.string().optional(),
  mount_name: z.string().optional(),
});

/**
 * The entries of a directory. Without `limit` all of them, directories first, then by name. With it
 * a page in the order of the storage, directories first in each.
 */
export const listDirectory = endpoint({
  method: 'GET',
  path: '/api/fs/list',
  access: 'mount_view',
  feature,
  summary: 'List a directory',
  query: z.object({
    path: fileSystemPath.default('/'),
    limit: queryNumber.min(1).max(LIST_PAGE_MAX).optional(),
    /** `next_cursor` of the page before. */
    cursor: z.string().max(4096).optional(),
    /** Asks the storage even where the listing is remembered. */
    refresh: lenientBoolean.optional(),
  }),
  data: z.object({
    path: z.string(),
    type: z.literal('directory'),
    isDirectory: z.literal(true),
    isRoot: z.boolean(),
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
  }),
  errors: [...pathErrors, 'file_system.cursor_invalid'],
});

/** One file, with URLs, or one directory, with or without its trailing slash. */
export const getEntry = endpoint({
  method: 'GET',
  path: '/api/fs/get',
  access: 'mount_view',
  feature,
  summary: 'One file or directory',
  query: z.object({ path: fileSystemPath }),
  data: z.object({
    path: z.string(),
    name: z.string(),
    isDirectory: z.boolean(),
    isVirtual: z.boolean(),
    size: z.int().nullable(),
    modified: timestamp,
    contentType: z.string(),
    etag: z.string().optional(),
    mount_id: z.string().optional(),
    storage_type: z.string().optional(),
    ...typed,
    preview_url: z.string().optional(),
    download_url: z.string().optional(),
  }),
  errors: pathErrors,
});

/** The bytes of a file. Ranges, ETags and conditions work. */
export const downloadEntry = streamEndpoint({
  method: 'GET',
  path: '/api/fs/download',
  access: 'mount_view',
  feature,
  summary: 'Download a file',
  sends: 'reply',
  query: z.object({ path: fileSystemPath, download: lenientBoolean.optional() }),
  errors: [...pathErrors, 'request.range_not_satisfiable'],
});

/** A URL to the storage itself. `expires_in` is seconds, up to 7 days; by default the storage's. */
export const getEntryLink = endpoint({
  method: 'GET',
  path: '/api/fs/file-link',
  access: 'mount_view',
  feature,
  summary: 'A direct link to a file',
  query: z.object({
    path: fileSystemPath,
    expires_in: z
      .union([z.literal('null'), z.literal(''), queryNumber.min(1).max(604_800)])
      .optional(),
    force_download: lenientBoolean.optional(),
  }),
  data: z.object({
    success: z.literal(true),
    presignedUrl: z.string(),
    name: z.string(),
    expiresIn: z.int(),
    expiresAt: timestamp,
    forceDownload: z.boolean(),
  }),
  errors: pathErrors,
});

/** Makes a directory and those above it; one that exists is no error. */
export const makeDirectory = endpoint({
  method: 'POST',
  path: '/api/fs/mkdir',
  access: 'mount_upload',
  feature,
  summary: 'Make a directory',
  body: z.object({ path: fileSystemPath }),
  data: z.null(),
  errors: storeErrors,
});

/** Writes a text file, new or over what was there; at most 10 MiB. */
export const updateEntry = endpoint({
  method: 'POST',
  path: '/api/fs/update',
  access: 'mount_upload',
  feature,
  summary: 'Write a text file',
  // JSON may escape every character of 10 MiB.
  bodyLimitBytes: 64 * 1024 * 1024,
  body: z.object({ path: fileSystemPath, content: z.string() }),
  data: z.object({
    success: z.literal(true),
    path: z.string(),
    etag: z.string(),
    contentType: z.string(),
    message: z.string(),
    isNewFile: z.boolean(),
  }),
  errors: [...storeErrors, 'file_system.content_too_large'],
});

/** Renames or moves a file or a directory within its mount. */
export const renameEntry = endpoint({
  method: 'POST',
  path: '/api/fs/rename',
  access: 'mount_rename',
  feature,
  summary: 'Rename a file or directory',
  body: z.object({ oldPath: fileSystemPath, newPath: fileSystemPath }),
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

/** Deletes files, and directories with all that is in them; a trailing slash names a directory. */
export const removeEntries = endpoint({
  method: 'DELETE',
  path: '/api/fs/batch-remove',
  access: 'mount_delete',
  feature,
  summary: 'Delete files and directories',
  body: z.object({ paths: z.array(fileSystemPath).min(1).max(1000) }),
  data: z.object({
    success: z.int(),
    failed: z.array(z.object({ path: z.string(), error: z.string() })),
  }),
  started: operationStarted,
  errors: [...pathErrors, ...operationErrors, 'file_system.mount_fixed'],
});

/** A share of a file where it lies; needs the right to see the file too (CONTRACT A4). */
export const shareEntry = endpoint({
  method: 'POST',
  path: '/api/fs/create-share',
  access: 'file_share',
  feature,
  summary: 'Share a file of a mount',
  body: z.object({ path: fileSystemPath }),
  data: z.object({
    success: z.literal(true),
    fileId: z.string(),
    slug: z.string(),
    filename: z.string(),
    size: z.int(),
    ...shareAddress,
    message: z.string(),
  }),
  errors: [...pathErrors, 'file_system.is_directory', 'shares.slug_taken'],
});

/**
 * What lies below a mount with `web_proxy`, for everybody. The signature is asked for where the
 * mount or the setting `proxy_sign_all` wants one (CONTRACT F7.2).
 */
export const readThroughProxy = streamEndpoint({
  method: 'GET',
  path: '/api/p/*',
  access: 'public',
  feature,
  summary: 'A file of a mount, through the server',
  sends: 'reply',
  query: z.object({
    download: lenientBoolean.optional(),
    sign: z.string().max(200).optional(),
    ts: z.string().max(40).optional(),
  }),
  errors: [
    'file_system.path_invalid',
    'file_system.not_found',
    'file_system.signature_invalid',
    'request.range_not_satisfiable',
    'storage.unavailable',
    'storage.timeout',
  ],
});
