import type { BucketIndex } from '#bucket-index/bucket-index.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { DashboardRepository, StorageUsage } from './repository.ts';

export interface UsageDependencies {
  readonly repository: Pick<DashboardRepository, 'usageByConfig'>;
  readonly bucketIndex: Pick<BucketIndex, 'usage'>;
  readonly ledger: Pick<Ledger, 'reservedBytes'>;
}

/** What each storage holds, by config id: the same figure that uploads are refused by (CONTRACT A6). */
export function createUsageOfStorages({ repository, bucketIndex, ledger }: UsageDependencies) {
  return async (): Promise<ReadonlyMap<string, StorageUsage>> => {
    const usage = await repository.usageByConfig();
    // A bucket that has been counted knows better than the rows of shares.
    for (const [id, { objectCount, totalBytes }] of await bucketIndex.usage.all()) {
      usage.set(id, { fileCount: objectCount, totalSize: totalBytes });
    }
    for (const [id, bytes] of await ledger.reservedBytes()) {
      const { fileCount, totalSize } = usage.get(id) ?? { fileCount: 0, totalSize: 0 };
      usage.set(id, { fileCount, totalSize: totalSize + bytes });
    }
    return usage;
  };
}
