import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bit, timestamp } from './fields.ts';

const feature = 'dashboard';

/** Days that the charts show, including today. */
const DAYS_SHOWN = 7;

/** One count for each UTC day, oldest first; the last is today's. */
const week = z.array(z.int()).length(DAYS_SHOWN);

/** A storage and how full it is, without its credentials: no reply shows those. */
const bucket = z.object({
  id: z.string(),
  name: z.string(),
  provider_type: z.string(),
  providerType: z.string(),
  endpoint_url: z.string(),
  bucket_name: z.string(),
  region: z.string(),
  path_style: bit,
  default_folder: z.string(),
  is_public: bit,
  is_default: bit,
  custom_host: z.string().nullable(),
  signature_expires_in: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  last_used: timestamp.nullable(),
  admin_id: z.string().nullable(),
  usage: z.object({ file_count: z.int(), total_size: z.int() }),
  fileCount: z.int(),
  usedStorage: z.int(),
  /** Bytes; null where the storage has no limit. */
  total_storage_bytes: z.int().nullable(),
  totalStorage: z.int().nullable(),
  /** 0 where the storage has no limit. */
  usagePercent: z.int().min(0).max(100),
});

/** What there is, how full the storages are, and what was shared in the last seven days. */
export const dashboardStats = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/stats',
  access: 'admin',
  feature,
  summary: 'Figures of the dashboard',
  data: z.object({
    totalPastes: z.int(),
    totalFiles: z.int(),
    totalApiKeys: z.int(),
    totalS3Configs: z.int(),
    totalStorageUsed: z.int(),
    s3Buckets: z.array(bucket),
    lastWeekPastes: week,
    lastWeekFiles: week,
  }),
  errors: [],
});

/** Counts since the server's start; `hitRate` is 0 to 1. */
const cacheStats = z.object({
  name: z.string(),
  hits: z.int(),
  misses: z.int(),
  expired: z.int(),
  invalidations: z.int(),
  pruned: z.int(),
  cacheSize: z.int(),
  hitRate: z.number().min(0).max(1),
});

/** Figures of the caches, and memory in MB, of the replica that answers. */
export const readCacheStats = endpoint({
  method: 'GET',
  path: '/api/admin/cache/stats',
  access: 'admin',
  feature,
  summary: 'Figures of the caches',
  data: z.object({
    cache: z.object({ directory: cacheStats, s3Url: cacheStats, search: cacheStats }),
    system: z.object({
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
    timestamp,
  }),
  errors: [],
});

const clearing = {
  method: 'POST',
  feature,
  /** Clears what either names, or everything without them. Older clients may send no body at all. */
  body: z
    .object({
      mountId: z.string().max(64).nullish(),
      s3ConfigId: z.string().max(64).nullish(),
    })
    .default({}),
  data: z.object({ clearedCount: z.int(), timestamp }),
} as const;

/** Clears the caches, for a mount, for a storage or for everything. */
export const clearCache = endpoint({
  ...clearing,
  path: '/api/admin/cache/clear',
  access: 'admin',
  summary: 'Clear the caches',
  errors: ['mounts.not_found', 'storage.not_found'],
});

/** Clears the caches of the mounts that the caller can reach; for a key, those in its base path. */
export const clearUserCache = endpoint({
  ...clearing,
  path: '/api/user/cache/clear',
  access: 'mount_view',
  summary: 'Clear the caches of the mounts that one may use',
  errors: ['mounts.not_found', 'auth.outside_base_path', 'storage.not_found'],
});
