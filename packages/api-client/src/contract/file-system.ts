import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { lenientBoolean, queryNumber, timestamp } from './fields.ts';
import { shareAddress } from './file-share-shapes.ts';

const feature = 'file-system';

/** The most entries of one page, because one request to the storage lists no more. */
export const LIST_PAGE_MAX = 1000;

/** A path that begins with a mount's; a trailing slash means a directory. The server checks it. */
export const fileSystemPath = z.string().min(1).max(4096);

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
  'file_shares.too_large',
  'storage.insufficient',
  'storage.full',
] as const;

const typed = { type: z.int(), typeName: z.string() };

/** What any call that may take long may answer, too. */
export const operationErrors = ['file_system.busy', 'file_system.cancelled'] as const;

/** Goes on; `GET /api/fs/operations/{id}` says how far it is. */
export const operationStarted = z.object({ operation_id: z.string() });

/** An entry of a listing. A directory's `path` ends with a slash; it has no size. */
export const directoryItem = z.object({
  name: z.string(),
  path: z.string(),
  isDirectory: z.boolean(),
  /** True for a mount, and for a directory above one, which exist in no storage. */
  isVirtual: z.boolean(),
  /** In bytes; null for a directory. */
  size: z.int().nullable(),
  /** A directory shows when its mount was last changed, because storages have no time for it. */
  modified: timestamp,
  etag: z.string().optional(),
  ...typed,
  /** Present on a mount. */
  isMount: z.literal(true).optional(),
  mount_id: z.string().optional(),
  mount_name: z.string().optional(),
});

/**
 * The entries of a directory. Without `limit` all of them, directories first, then by name. With
 * `limit` a page of them in the storage's order, directories first on each page.
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
    /** Asks the storage again instead of using a cached listing. */
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

/** A file, with URLs, or a directory, whose path may lack its trailing slash. */
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

/** The bytes of a file. Ranges, ETags and conditional requests work. */
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

/** A URL of the storage. `expires_in` is in seconds, at most 7 days; by default as the config says. */
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

/** Makes a directory and its missing parents; succeeds if it exists already. */
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

/** Writes a text file of at most 10 MiB, replacing an existing one. */
export const updateEntry = endpoint({
  method: 'POST',
  path: '/api/fs/update',
  access: 'mount_upload',
  feature,
  summary: 'Write a text file',
  // JSON escapes can make a body up to six times as long as its text.
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

/** Deletes files, and directories with their contents; a trailing slash means a directory. */
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

/** Shares a file of a mount without copying it; the caller must be allowed to see the file too. */
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
 * A file of a mount with `web_proxy`, for everybody. The link needs a signature if the mount or the
 * setting `proxy_sign_all` demands it.
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
