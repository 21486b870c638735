import { join, raw, sqltag as sql } from '@prisma/client/runtime/client';
import { isReserved } from '#object-store/reserved-keys.ts';
import { orderedId } from '#security/random.ts';
import type { ShareItem, Transaction } from './item-rows.ts';

/** Object whose row was removed. */
export interface UnownedObject {
  readonly storageConfigId: string;
  readonly objectKey: string;
}

/** Recorded deletion of an object that is still in the storage. */
export interface PendingDeletion extends UnownedObject {
  readonly id: string;
  readonly uploadId: string | null;
}

/** Tables whose rows may refer to one object, because a file share can be an item, too. */
const REFERRING = ['file_shares', 'share_items'] as const;

/** Objects that were made for removed items: those below `.satchel/`. */
export function objectsOf(
  removed: readonly Pick<ShareItem, 'storageConfigId' | 'storagePath' | 'filePath'>[],
): readonly UnownedObject[] {
  return removed.flatMap(({ storageConfigId, storagePath, filePath }) => {
    const isOwn = storageConfigId !== null && storagePath !== null && filePath === null;
    return isOwn && isReserved(storagePath) ? [{ storageConfigId, objectKey: storagePath }] : [];
  });
}

/**
 * Records the deletion of objects that no row refers to any more. Call it in the transaction that removed
 * the rows, after that.
 */
export async function recordDeletions(
  transaction: Transaction,
  objects: readonly UnownedObject[],
  now: Date,
): Promise<readonly PendingDeletion[]> {
  const unowned = await findUnowned(transaction, objects);
  const deletions = unowned.map((object) => ({ ...object, id: orderedId(), uploadId: null }));
  await transaction.pendingDeletion.createMany({
    data: deletions.map((deletion) => ({ ...deletion, createdAt: now })),
  });
  return deletions;
}

/**
 * Finds objects that no row refers to. Locks their storages until the transaction ends: two transactions
 * that remove the last two rows of an object would each find the other's, and one that adds a row would
 * find a row that is being removed.
 */
export async function findUnowned<Place extends UnownedObject>(
  transaction: Transaction,
  objects: readonly Place[],
): Promise<readonly Place[]> {
  const referred = new Set<string>();
  const byStorage = Map.groupBy(objects, ({ storageConfigId }) => storageConfigId);
  // Sorted, so that two transactions cannot deadlock.
  for (const id of [...byStorage.keys()].sort()) {
    await transaction.$executeRaw(
      sql`UPDATE storage_configs SET updated_at = updated_at WHERE id = ${id}`,
    );
    const keys = join((byStorage.get(id) ?? []).map(({ objectKey }) => objectKey));
    for (const table of REFERRING) {
      const rows = await transaction.$queryRaw<{ key: string }[]>(
        sql`SELECT storage_path AS key FROM ${raw(table)}
          WHERE storage_config_id = ${id} AND storage_path IN (${keys})`,
      );
      for (const { key } of rows) referred.add(`${id}\n${key}`);
    }
  }
  return objects.filter(
    ({ storageConfigId, objectKey }) => !referred.has(`${storageConfigId}\n${objectKey}`),
  );
}
