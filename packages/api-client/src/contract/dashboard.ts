import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { timestamp } from './fields.ts';
import { dashboard } from './routes.ts';
import { storageConfig } from './storage-config-shapes.ts';

const feature = 'dashboard';

/** Number of days that the charts show, including today. */
const DAYS_SHOWN = 7;

/** One count per UTC day, oldest first; the last is today's. */
const week = z.array(z.int()).length(DAYS_SHOWN);

/** Storage and its usage, without any credentials. */
const bucket = storageConfig
  .omit({
    public_endpoint_url: true,
    access_key_id: true,
    secret_access_key: true,
    has_secret: true,
    is_embedded: true,
  })
  .extend({
    providerType: z.string(),
    /** Usage; `total_size` in bytes. */
    usage: z.object({ file_count: z.int(), total_size: z.int() }),
    fileCount: z.int(),
    /** In bytes. */
    usedStorage: z.int(),
    /** Same as `total_storage_bytes`. */
    totalStorage: z.int().nullable(),
    /** 0 for a storage without limit. */
    usagePercent: z.int().min(0).max(100),
  });

/** Storage and its usage. */
export interface StorageUsage extends OutputOf<typeof bucket> {}

const figures = z.object({
  totalPastes: z.int(),
  totalFiles: z.int(),
  totalApiKeys: z.int(),
  totalS3Configs: z.int(),
  /** In bytes. */
  totalStorageUsed: z.int(),
  s3Buckets: gives<StorageUsage[]>(z.array(bucket)),
  /** New texts of each of the last seven days (UTC), oldest first; the last is today. */
  lastWeekPastes: week,
  /** New files, in the same form. */
  lastWeekFiles: week,
});

/** Figures of the instance and usage of the storages. */
export interface DashboardStats extends OutputOf<typeof figures> {}

/** Reads figures of the instance, usage of the storages, and shares of the last seven days. */
export const dashboardStats = endpoint({
  ...dashboard.stats,
  access: 'admin',
  feature,
  summary: 'Figures of the dashboard',
  data: gives<DashboardStats>(figures),
  errors: [],
});

const cacheStats = z.object({
  name: z.string(),
  hits: z.int(),
  misses: z.int(),
  expired: z.int(),
  invalidations: z.int(),
  pruned: z.int(),
  cacheSize: z.int(),
  /** 0 to 1. */
  hitRate: z.number().min(0).max(1),
});

/** Counts of a cache since the server's start. */
export interface CacheCounts extends OutputOf<typeof cacheStats> {}

const counts = gives<CacheCounts>(cacheStats);

const allCacheStats = z.object({
  cache: z.object({ directory: counts, s3Url: counts, search: counts }),
  system: z.object({
    /** In MB. */
    memory: z.object({
      rss: z.int(),
      heapTotal: z.int(),
      heapUsed: z.int(),
      external: z.int(),
      arrayBuffers: z.int(),
      heapUsagePercent: z.int().min(0).max(100),
    }),
    /** Seconds. */
    uptime: z.int(),
  }),
  /** ISO 8601, UTC. */
  timestamp,
});

/** Figures of the caches; memory in MB, `uptime` in seconds. */
export interface CacheStats extends OutputOf<typeof allCacheStats> {}

/** Reads figures of the caches, and memory in MB, of the replica that answers. */
export const readCacheStats = endpoint({
  ...dashboard.cacheStats,
  access: 'admin',
  feature,
  summary: 'Figures of the caches',
  data: gives<CacheStats>(allCacheStats),
  errors: [],
});

const whatIsCleared = z.object({
  /** Only caches of this mount. */
  mountId: z.string().max(64).nullish(),
  /** Only caches of this storage. */
  s3ConfigId: z.string().max(64).nullish(),
});

/** Caches to clear; by default all of them. */
export interface CacheChoice extends InputOf<typeof whatIsCleared> {}

const cleared = z.object({
  clearedCount: z.int(),
  /** ISO 8601, UTC. */
  timestamp,
});

/** Result of clearing caches. */
export interface ClearedCache extends OutputOf<typeof cleared> {}

const clearing = {
  feature,
  // Older clients may send no body at all.
  body: takes<CacheChoice | undefined>()(whatIsCleared.default({})),
  data: gives<ClearedCache>(cleared),
} as const;

/** Clears the caches of a mount, of a storage or all. */
export const clearCache = endpoint({
  ...dashboard.clearCache,
  ...clearing,
  access: 'admin',
  summary: 'Clear the caches',
  honoursIdempotencyKey: true,
  errors: ['mounts.not_found', 'storage.not_found'],
});

/** Clears the caches of the mounts that the caller can reach; for an API key, those in its base path. */
export const clearUserCache = endpoint({
  ...dashboard.clearUserCache,
  ...clearing,
  access: 'mount_view',
  summary: 'Clear the caches of the mounts that one may use',
  errors: ['mounts.not_found', 'auth.outside_base_path', 'storage.not_found'],
});
