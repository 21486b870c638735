import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { queryInteger, timestamp } from './fields.ts';
import { type FileSystemPath, pathBody } from './file-system-shapes.ts';
import { fs } from './routes.ts';

/** Minimum length of a search, in characters. */
export const SEARCH_MIN_LENGTH = 2;

/** Default number of results on a page. */
export const SEARCH_DEFAULT_LIMIT = 50;

/** Scope of a search: every mount, one mount, or everything below a directory. */
export const searchScope = z.enum(['global', 'mount', 'directory']);

/** Maximum number of results on a page. */
const SEARCH_MAX_LIMIT = 200;

const match = z.object({
  name: z.string(),
  /** Whole path, beginning with the mount's. */
  path: z.string(),
  /** In bytes. */
  size: z.int(),
  /** ISO 8601, UTC. */
  modified: timestamp,
  isDirectory: z.literal(false),
  contentType: z.string(),
  mount_id: z.string(),
  mount_name: z.string(),
  storage_type: z.string(),
  s3_key: z.string(),
});

/** File that was found. */
export interface SearchMatch extends OutputOf<typeof match> {}

const searchQuery = z.object({
  /** Part of the name, ignoring case; at least 2 characters. */
  q: z
    .string({ error: 'search.query_too_short' })
    .trim()
    .max(1024, { error: 'request.invalid' })
    .refine((text) => [...text].length >= SEARCH_MIN_LENGTH, { error: 'search.query_too_short' }),
  /** Scope: every mount, one (`mount_id`), or everything below a directory (`path`). Default `global`. */
  scope: searchScope.default('global'),
  /**
   * Results on a page, by default 50. More than 200 counts as 200, because older clients rely on that.
   */
  limit: queryInteger(SEARCH_DEFAULT_LIMIT, 1, Number.MAX_SAFE_INTEGER).transform((limit) =>
    Math.min(limit, SEARCH_MAX_LIMIT),
  ),
  /** Results before this page. Default 0. */
  offset: queryInteger(0, 0, 1_000_000),
  /** Mount to search, with `scope=mount`. */
  mount_id: z.string().max(64).optional(),
  /** Directory to search, including everything below, with `scope=directory`. */
  path: z.string().max(4096).optional(),
});

/** Search words and scope. */
export interface SearchQuery extends InputOf<typeof searchQuery> {}

const searchResult = z.object({
  results: gives<SearchMatch[]>(z.array(match)),
  /** Number of results on all pages. */
  total: z.int(),
  /** True if there is a page after this one. */
  hasMore: z.boolean(),
  searchParams: z.object({
    query: z.string(),
    scope: searchScope,
    mountId: z.string().nullable(),
    path: z.string().nullable(),
    limit: z.int(),
    offset: z.int(),
  }),
  mountsSearched: z.int(),
  /** Time of the oldest index that was used, ISO 8601; null if the server searched the storage itself. */
  indexedAt: timestamp.nullable(),
  /** False if names may be missing: the first search of a large storage reads only some of them. */
  isComplete: z.boolean(),
});

/** Page of search results. */
export interface SearchResult extends OutputOf<typeof searchResult> {}

/**
 * Finds files whose name contains `q`, ignoring case: exact names first, then names that begin with
 * `q`, then the newest. At most 1000 from each mount.
 */
export const searchFiles = endpoint({
  ...fs.search,
  access: 'mount_view',
  feature: 'search',
  summary: 'Search files by name',
  query: takes<SearchQuery>()(searchQuery),
  data: gives<SearchResult>(searchResult),
  errors: [
    'search.query_too_short',
    'search.mount_missing',
    'search.path_missing',
    'mounts.not_found',
    'file_system.path_invalid',
    'file_system.not_found',
    'auth.outside_base_path',
    'storage.unavailable',
    'storage.timeout',
  ],
});

const folderSize = z.object({
  name: z.string(),
  /** Number of files in it and below. */
  files: z.int(),
  /** Sum of their sizes in bytes. */
  size: z.int(),
});

/** Size of a directory. */
export interface FolderSize extends OutputOf<typeof folderSize> {}

const folderSizes = z.object({
  /** Number of files in the directory and below. */
  files: z.int(),
  /** Sum of their sizes in bytes. */
  size: z.int(),
  /** Its subdirectories, the largest first; at most 10,000. */
  folders: gives<FolderSize[]>(z.array(folderSize)),
  /** Start of the crawl of the oldest index that was used, ISO 8601; null if there is none. */
  indexedAt: timestamp.nullable(),
  /** False if a storage has no complete index, so that nothing of it is counted. */
  isComplete: z.boolean(),
});

/** Sizes of a directory and its subdirectories. */
export interface FolderSizes extends OutputOf<typeof folderSizes> {}

/**
 * Returns the sizes of a directory and its subdirectories. They come from the index of names, so that no
 * storage is asked; a storage that was never searched has none.
 */
export const readFolderSizes = endpoint({
  ...fs.sizes,
  access: 'mount_view',
  feature: 'search',
  summary: 'Sizes of a directory and its subdirectories',
  query: takes<FileSystemPath>()(pathBody),
  data: gives<FolderSizes>(folderSizes),
  errors: ['auth.outside_base_path', 'file_system.path_invalid', 'file_system.not_found'],
});
