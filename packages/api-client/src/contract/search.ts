import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryInteger, timestamp } from './fields.ts';

/** SPEC 5, 9: fewest characters of a search. */
export const SEARCH_MIN_LENGTH = 2;

/** SPEC 9: results of a page where none is named. */
export const SEARCH_DEFAULT_LIMIT = 50;

/** What is searched: every mount, one, or what lies below a directory. */
export const searchScope = z.enum(['global', 'mount', 'directory']);

/** CONTRACT F7: most results of a page. */
const SEARCH_MAX_LIMIT = 200;

const result = z.object({
  name: z.string(),
  /** From the root, mount included. */
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
 * Files whose name contains `q`, in any case: those of this very name first, then those that begin
 * with it, then the newest. At most 1000 of a mount.
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
    /** Who asks for more than 200 gets 200, as older clients know it; the reply says so. */
    limit: queryInteger(SEARCH_DEFAULT_LIMIT, 1, Number.MAX_SAFE_INTEGER).transform((limit) =>
      Math.min(limit, SEARCH_MAX_LIMIT),
    ),
    offset: queryInteger(0, 0, 1_000_000),
    /** Of the mount that is searched; with `scope=mount`. */
    mount_id: z.string().max(64).optional(),
    /** The directory below which is searched; with `scope=directory`. */
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
    /** When the server last read all names; null where it asked the storage just now. */
    indexedAt: timestamp.nullable(),
    /** False where names may be missing: the first search of a large storage looks at some only. */
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
