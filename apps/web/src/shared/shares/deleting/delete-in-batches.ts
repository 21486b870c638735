import type { DeletionResult } from './pending-deletions.ts';

/** The most ids of one call (CONTRACT F4). */
export const MAX_IDS = 1000;

/** Deletes any number of rows, so many a call. */
export async function deleteInBatches(
  ids: readonly string[],
  deleteSome: (ids: string[]) => Promise<DeletionResult>,
): Promise<DeletionResult> {
  const failed: unknown[] = [];
  let success = 0;
  for (let first = 0; first < ids.length; first += MAX_IDS) {
    const result = await deleteSome(ids.slice(first, first + MAX_IDS));
    success += result.success;
    failed.push(...result.failed);
  }
  return { success, failed };
}
