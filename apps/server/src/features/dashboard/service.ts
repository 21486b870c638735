import { isAncestorOf } from '@satchel/permissions';
import { toStats } from '#cache/measured-cache.ts';
import type { CacheScope, ObservedCache } from '#cache/observed-cache.ts';
import type { Clock } from '#clock';
import type { Mount, MountService } from '#features/mounts/service.ts';
import type { StorageConfig, StorageConfigService } from '#features/storage-configs/service.ts';
import type { SystemService } from '#features/system/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { DashboardRepository, Span, StorageUsage } from './repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_SHOWN = 7;
const MEGABYTE = 1024 * 1024;

export interface ObservedCaches {
  readonly directory: ObservedCache;
  readonly s3Url: ObservedCache;
  readonly search: ObservedCache;
}

/**
 * Presigned URLs are not cached but signed each time: that needs no request, and a browser could answer
 * a reused URL from its cache after the object has changed. The dashboard shows this as an empty cache.
 */
export const NO_URLS_KEPT: ObservedCache = {
  stats: () => toStats('s3Url', 0),
  clear: () => 0,
};

export interface Bucket {
  readonly config: StorageConfig;
  readonly usage: StorageUsage;
  /** 0 to 100, and 0 for a storage without limit. */
  readonly usagePercent: number;
}

/** Caches to clear: the named ones, or all. */
export interface ClearRequest {
  readonly mountId?: string | null | undefined;
  readonly s3ConfigId?: string | null | undefined;
}

export type DashboardService = ReturnType<typeof createDashboardService>;

export interface DashboardDependencies {
  readonly repository: DashboardRepository;
  readonly storageConfigs: Pick<StorageConfigService, 'list' | 'get'>;
  readonly mounts: Pick<MountService, 'get' | 'list' | 'getUsable' | 'listUsable'>;
  readonly system: Pick<SystemService, 'version'>;
  readonly caches: ObservedCaches;
  /** Usage of each storage, by config id. */
  readonly usageOf: () => Promise<ReadonlyMap<string, StorageUsage>>;
  readonly clock: Clock;
}

/** Figures and caches for the administrator's first page (CONTRACT F2). */
export function createDashboardService(dependencies: DashboardDependencies) {
  const { repository, storageConfigs, caches, usageOf, clock } = dependencies;
  return {
    /** `lastWeek` has one count per UTC day, today's last. */
    async stats(caller: AuthenticatedCaller) {
      const [totals, lastWeek, configs, usage] = await Promise.all([
        repository.totals(),
        repository.createdIn(lastDays(clock.now())),
        storageConfigs.list(caller),
        usageOf(),
      ]);
      const buckets = configs.map((config) => toBucket(config, usage.get(config.id)));
      return { totals, lastWeek, buckets };
    },
    cacheStats: () => readCaches(dependencies),
    /** @throws {AppError} `mounts.not_found`, `auth.outside_base_path`, `storage.not_found` */
    async clearCaches(caller: AuthenticatedCaller, request: ClearRequest) {
      const scope = await scopeOf(dependencies, caller, request);
      const counts = await Promise.all(Object.values(caches).map((cache) => cache.clear(scope)));
      return { clearedCount: counts.reduce((sum, count) => sum + count, 0), at: clock.now() };
    },
  };
}

/** Last seven UTC days, today's last. */
function lastDays(now: Date): readonly Span[] {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const from = midnight - (DAYS_SHOWN - 1 - index) * DAY_MS;
    return { from: new Date(from), until: new Date(from + DAY_MS) };
  });
}

function toBucket(
  config: StorageConfig,
  usage: StorageUsage = { fileCount: 0, totalSize: 0 },
): Bucket {
  const capacity = Number(config.totalStorageBytes ?? 0);
  const percent = capacity > 0 ? Math.round((usage.totalSize / capacity) * 100) : 0;
  return { config, usage, usagePercent: Math.min(100, percent) };
}

function readCaches({ caches, system, clock }: DashboardDependencies) {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
  return {
    caches: {
      directory: caches.directory.stats(),
      s3Url: caches.s3Url.stats(),
      search: caches.search.stats(),
    },
    memory: {
      rss: megabytes(rss),
      heapTotal: megabytes(heapTotal),
      heapUsed: megabytes(heapUsed),
      external: megabytes(external),
      arrayBuffers: megabytes(arrayBuffers),
      heapUsagePercent: Math.min(100, Math.round((heapUsed / heapTotal) * 100)),
    },
    uptimeSeconds: system.version().uptime,
    at: clock.now(),
  };
}

/** An administrator may clear every mount, a key its usable ones below its base path (SPEC 6). */
async function scopeOf(
  { mounts, storageConfigs }: DashboardDependencies,
  caller: AuthenticatedCaller,
  { mountId, s3ConfigId }: ClearRequest,
): Promise<CacheScope> {
  if (caller.kind === 'admin' && !mountId && !s3ConfigId) return { kind: 'all' };
  const reachable = await (caller.kind === 'admin'
    ? mounts.list()
    : mounts.listUsable(caller).then((usable) => usable.map(({ mount }) => mount)));
  const named = mountId ? await findMount(mounts, caller, mountId) : undefined;
  const config = s3ConfigId ? await storageConfigs.get(caller, s3ConfigId) : undefined;
  const isMeant = (mount: Mount) =>
    (!named && !config) || mount.id === named?.id || mount.storageConfigId === config?.id;
  return {
    kind: 'mounts',
    mounts: reachable.filter(isMeant).map((mount) => ({ mount, subPath: reachOf(caller, mount) })),
  };
}

async function findMount(
  mounts: DashboardDependencies['mounts'],
  caller: AuthenticatedCaller,
  id: string,
): Promise<Mount> {
  if (caller.kind === 'admin') return mounts.get(id);
  return (await mounts.getUsable(caller, id)).mount;
}

/** Part of a mount that is in the caller's base path. */
function reachOf(caller: AuthenticatedCaller, { mountPath }: Mount): string {
  const isPart = caller.kind === 'apiKey' && isAncestorOf(mountPath, caller.basePath);
  return isPart ? caller.basePath.slice(mountPath.length) : '/';
}
