import type { UsageCounts } from '#bucket-index/usage.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { WebdavDependencies } from './dependencies.ts';

/** Capacity from the same figures that limit uploads (CONTRACT A6). */
export function createCapacityOf(
  usage: UsageCounts,
  ledger: Pick<Ledger, 'reservedBytes'>,
): WebdavDependencies['capacityOf'] {
  return async ({ id, totalStorageBytes }) => {
    if (!totalStorageBytes) return undefined;
    const counted = (await usage.of(id))?.totalBytes ?? 0;
    const reserved = (await ledger.reservedBytes()).get(id) ?? 0;
    return { usedBytes: counted + reserved, totalBytes: Number(totalStorageBytes) };
  };
}
