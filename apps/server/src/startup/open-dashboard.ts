import type { PrismaClient } from '#database';
import { createDashboardRepository } from '#features/dashboard/repository.ts';
import { createDashboardService, type DashboardDependencies } from '#features/dashboard/service.ts';
import {
  createUsageOfStorages,
  type UsageDependencies,
} from '#features/dashboard/usage-of-storages.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';

export interface DashboardParts
  extends Pick<DashboardDependencies, 'mounts' | 'system' | 'caches' | 'clock'>,
    Pick<UsageDependencies, 'bucketIndex' | 'ledger'> {
  readonly storageConfigs: StorageConfigService;
}

/** The dashboard with its figures of storages. */
export function openDashboard(prisma: PrismaClient, parts: DashboardParts) {
  const repository = createDashboardRepository(prisma);
  const listStorages = parts.storageConfigs.listAll;
  const usageOf = createUsageOfStorages({ ...parts, repository, listStorages });
  return createDashboardService({ ...parts, repository, usageOf });
}
