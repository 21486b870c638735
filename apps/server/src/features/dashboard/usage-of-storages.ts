import type { BucketIndex } from '#bucket-index/bucket-index.ts';
import type { IndexedStorage } from '#bucket-index/indexed-storage.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { DashboardRepository, StorageUsage } from './repository.ts';

/** Interval at which a bucket is counted again; in between the ledger keeps the count right. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** Timeout for the first count of a bucket; a large one is shown on the next visit. */
const FIRST_COUNT_TIMEOUT_MS = 1000;

export interface UsageDependencies {
  readonly repository: Pick<DashboardRepository, 'usageByConfig'>;
  readonly bucketIndex: Pick<BucketIndex, 'usage' | 'refresh' | 'settle'>;
  readonly listStorages: () => Promise<readonly IndexedStorage[]>;
  readonly ledger: Pick<Ledger, 'reservedBytes'>;
}

/** Usage of each storage, by config id: the same figure that limits uploads (CONTRACT A6). */
export function createUsageOfStorages(dependencies: UsageDependencies) {
  const { repository, bucketIndex, ledger, listStorages } = dependencies;
  // Counts every shown bucket, because rows of shares say nothing about files in mounts.
  const count = async (storage: IndexedStorage) => {
    const known = await bucketIndex.refresh(storage, MAX_AGE_MS);
    if (!known?.finishedAt) await bucketIndex.settle(storage, FIRST_COUNT_TIMEOUT_MS);
  };
  return async (): Promise<ReadonlyMap<string, StorageUsage>> => {
    await Promise.all((await listStorages()).map(count));
    const usage = await repository.usageByConfig();
    // The count of a bucket replaces the sum of the shares' rows.
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
