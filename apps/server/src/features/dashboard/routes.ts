import {
  clearCache,
  clearUserCache,
  dashboardStats,
  readCacheStats,
} from '@satchel/api-client/contract/dashboard';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { Bucket, DashboardService } from './service.ts';

export function dashboardRoutes(http: HttpDependencies, dashboard: DashboardService): void {
  mountEndpoint(http, dashboardStats, async ({ caller }) => {
    const { totals, buckets, lastWeek } = await dashboard.stats(caller);
    return {
      totalPastes: totals.textShares,
      totalFiles: totals.fileShares,
      totalApiKeys: totals.apiKeys,
      totalS3Configs: buckets.length,
      totalStorageUsed: buckets.reduce((sum, { usage }) => sum + usage.totalSize, 0),
      s3Buckets: buckets.map(present),
      lastWeekPastes: lastWeek.textShares,
      lastWeekFiles: lastWeek.fileShares,
    };
  });

  mountEndpoint(http, readCacheStats, () => {
    const { caches, memory, uptimeSeconds, at } = dashboard.cacheStats();
    return {
      cache: caches,
      system: { memory, uptime: uptimeSeconds },
      timestamp: at.toISOString(),
    };
  });

  for (const endpoint of [clearCache, clearUserCache] as const) {
    mountEndpoint(http, endpoint, async (call) => {
      const { caller, body } = call;
      const { clearedCount, at } = await dashboard.clearCaches(caller, body);
      await http.audit(call, { action: 'caches.cleared', details: { entries: clearedCount } });
      return { clearedCount, timestamp: at.toISOString() };
    });
  }
}

const toBit = (flag: boolean) => (flag ? 1 : 0);

/** Storage as in CONTRACT F2, with no credential, not even a masked one. */
function present({ config, usage, usagePercent }: Bucket) {
  const capacity = config.totalStorageBytes === null ? null : Number(config.totalStorageBytes);
  return {
    id: config.id,
    name: config.name,
    provider_type: config.providerType,
    providerType: config.providerType,
    endpoint_url: config.endpointUrl,
    bucket_name: config.bucketName,
    region: config.region,
    path_style: toBit(config.pathStyle),
    default_folder: config.defaultFolder,
    is_public: toBit(config.isPublic),
    is_default: toBit(config.isDefault),
    custom_host: config.customHost,
    signature_expires_in: config.signatureExpiresIn,
    created_at: config.createdAt.toISOString(),
    updated_at: config.updatedAt.toISOString(),
    last_used: config.lastUsedAt?.toISOString() ?? null,
    admin_id: config.adminId,
    usage: { file_count: usage.fileCount, total_size: usage.totalSize },
    fileCount: usage.fileCount,
    usedStorage: usage.totalSize,
    total_storage_bytes: capacity,
    totalStorage: capacity,
    usagePercent,
  } as const;
}
