import type { Transaction } from './conflicts.ts';
import type { LandedObject, ObjectWrite } from './object-write.ts';

/** What keeps the counts of a bucket right, in the same transaction. */
export type CountObjects = (
  transaction: Transaction,
  storageConfigId: string,
  objects: readonly LandedObject[],
  now: Date,
) => Promise<void>;

/** Ends a write in somebody else's transaction, with the row that it becomes; false where it is over. */
export type SettleWrite = (
  transaction: Transaction,
  write: ObjectWrite,
  objects: readonly LandedObject[],
  now: Date,
) => Promise<boolean>;

export function createSettleWrite(count: CountObjects): SettleWrite {
  return async (transaction, { id, storageConfigId }, objects, now) => {
    const where = { id, state: { not: 'abandoned' } };
    const { count: ended } = await transaction.objectWrite.deleteMany({ where });
    if (ended > 0) await count(transaction, storageConfigId, objects, now);
    return ended > 0;
  };
}
