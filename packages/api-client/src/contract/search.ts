import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryInteger, timestamp } from './fields.ts';

/** The shortest search, in characters. */
export const SEARCH_MIN_LENGTH = 2;

/** Results on a page, by default. */
export const SEARCH_DEFAULT_LIMIT = 50;

/** What is searched: every mount, one, or what lies below a directory. */
export const searchScope = z.enum(['global', 'mount', 'directory']);

/** The most results on a page. */
const SEARCH_MAX_LIMIT = 200;

const result = z.object({
  name: z.string(),
  /** The whole path, beginning with the mount's. */
  path: z.string(),
  /** In bytes. */
  size: z.int(),
  modified: timestamp,
  isDirectory: z.literal(false),
  contentType: z.string(),
  mount_id: z.string(),
  mount_name: z.string(),
  storage_type: z.string(),
  s3_key: z.string(),
});

/**
 * Files whose name contains `q`, upper or lower case: exact names first, then names that begin with
 * `q`, then the newest. At most 1000 from each mount.
 */
export const searchFiles = endpoint({
  method: 'GET',
  path: '/api/fs/search',
  access: 'mount_view',
  feature: 'search',
  summary: 'Search files by name',
  query: z.object({
    q: z
      .string({ error: 'search.query_too_short' })
      .trim()
      .max(1024, { error: 'request.invalid' })
      .refine((text) => [...text].length >= SEARCH_MIN_LENGTH, { error: 'search.query_too_short' }),
    scope: searchScope.default('global'),
    /** More than 200 is not an error but means 200, because older clients rely on that; the reply says so. */
    limit: queryInteger(SEARCH_DEFAULT_LIMIT, 1, Number.MAX_SAFE_INTEGER).transform((limit) =>
      Math.min(limit, SEARCH_MAX_LIMIT),
    ),
    offset: queryInteger(0, 0, 1_000_000),
    /** The mount to search, with `scope=mount`. */
    mount_id: z.string().max(64).optional(),
    /** The directory to search, and all below it, with `scope=directory`. */
    path: z.string().max(4096).optional(),
  }),
  data: z.object({
    results: z.array(result),
    total: z.int(),
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
    /** When the server last read all names; null if it asked the storage just now. */
    indexedAt: timestamp.nullable(),
    /** False if names may be missing: the first search of a large storage reads only some of them. */
    isComplete: z.boolean(),
  }),
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
