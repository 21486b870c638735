import {
  clearCache,
  clearUserCache,
  dashboardStats,
  readCacheStats,
} from '@satchel/api-client/contract/dashboard';
import { example } from './example.ts';

const cache = (name: string) => ({
  name,
  hits: 90,
  misses: 10,
  expired: 2,
  invalidations: 5,
  pruned: 0,
  cacheSize: 12,
  hitRate: 0.9,
});
const unused = (name: string) => ({
  name,
  hits: 0,
  misses: 0,
  expired: 0,
  invalidations: 0,
  pruned: 0,
  cacheSize: 0,
  hitRate: 0,
});
const cleared = { clearedCount: 12, timestamp: '2026-06-01T09:00:00.000Z' };

export const dashboardExamples = [
  example(dashboardStats, {
    reply: {
      totalPastes: 42,
      totalFiles: 17,
      totalApiKeys: 3,
      totalS3Configs: 1,
      totalStorageUsed: 1_073_741_824,
      s3Buckets: [
        {
          id: 'embedded',
          name: 'Embedded storage',
          provider_type: 'Embedded',
          providerType: 'Embedded',
          endpoint_url: '/s3',
          bucket_name: 'satchel',
          region: 'us-east-1',
          path_style: 1,
          default_folder: '',
          is_public: 1,
          is_default: 1,
          custom_host: null,
          signature_expires_in: 3600,
          created_at: '2026-05-01T09:00:00.000Z',
          updated_at: '2026-05-01T09:00:00.000Z',
          last_used: '2026-06-01T08:58:00.000Z',
          admin_id: null,
          usage: { file_count: 17, total_size: 1_073_741_824 },
          fileCount: 17,
          usedStorage: 1_073_741_824,
          total_storage_bytes: 10_737_418_240,
          totalStorage: 10_737_418_240,
          usagePercent: 10,
        },
      ],
      lastWeekPastes: [0, 2, 1, 0, 4, 3, 5],
      lastWeekFiles: [1, 0, 0, 2, 0, 1, 2],
    },
  }),
  example(readCacheStats, {
    reply: {
      cache: { directory: cache('directory'), s3Url: unused('s3Url'), search: cache('search') },
      system: {
        memory: {
          rss: 180,
          heapTotal: 90,
          heapUsed: 63,
          external: 12,
          arrayBuffers: 2,
          heapUsagePercent: 70,
        },
        uptime: 86_400,
      },
      timestamp: '2026-06-01T09:00:00.000Z',
    },
  }),
  example(clearCache, { body: { s3ConfigId: 'embedded' }, reply: cleared }),
  example(clearUserCache, {
    body: { mountId: '8e0b2f6c-41d7-4a0b-9f3e-7c5d2a1b0e94' },
    reply: cleared,
  }),
];
