import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Ledger, WriteReference } from '#ledger/ledger.ts';
import type { ObjectStore } from '#object-store';
import { hasAnyBelow, parentOf, putMissingMarkers } from '../writing/directories.ts';
import type { Task } from './operation.ts';
import { isPrefix, type Pair, type Side, sideBySide } from './side-by-side.ts';
import { COPIES_AT_ONCE, isCopyOf } from './transfers.ts';

export async function isThere(
  store: ObjectStore,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (isPrefix(name)) return hasAnyBelow(store, name, signal);
  return (await store.head(name, signal)) !== undefined;
}

export function isOutdated({ object, other }: Pair): boolean {
  return !other || !isCopyOf(other, object);
}

/** The row that holds the new name. */
type NewName = Pick<WriteReference, 'storageConfigId'> & { readonly writeId: string };

/**
 * Deletes what has been copied, and copies first what was written while the rest was copied: whoever
 * was told that something is stored would never find it again (SECURITY 12).
 *
 * @param copies how the old side gets to the new one
 * @returns how many stay
 */
export async function removeOld(
  ledger: Ledger,
  { writeId: id, storageConfigId }: NewName,
  { ending, progress }: Pick<Task<unknown, unknown>, 'ending' | 'progress'>,
  from: Side,
  to: Side,
  copies: Pick<ObjectStore, 'copy'>,
): Promise<number> {
  let [removed, kept] = [0, 0];
  const copyAgain = async ({ object, rest }: Pair) => {
    const key = to.name + rest;
    const copy = await copies.copy(object.key, key, { size: object.size, signal: ending });
    await ledger.progress({ id, storageConfigId }, [{ key, ...copy }]);
  };
  try {
    for await (const pairs of sideBySide(from, to, ending)) {
      const stays = new Set<string>();
      await forEachAtOnce(pairs.filter(isOutdated), COPIES_AT_ONCE, async (pair) => {
        await copyAgain(pair).catch(() => stays.add(pair.object.key));
      });
      const keys = pairs.map(({ object }) => object.key).filter((key) => !stays.has(key));
      const failed = await from.store.removeEach(keys, ending).catch(() => keys);
      ending.throwIfAborted();
      removed += keys.length - failed.length;
      kept += stays.size + failed.length;
    }
  } catch (error) {
    ending.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // Which of them are still there, the storage does not say.
    kept = Math.max(1, progress().done - removed);
  }
  return kept;
}

/** A directory stays when the last of what was in it goes. */
export async function keepDirectory(
  ledger: Ledger,
  { writeId: id, storageConfigId }: NewName,
  { store, name }: Side,
  ending: AbortSignal,
): Promise<void> {
  const made = await putMissingMarkers(store, [parentOf(name)], ending);
  await ledger.progress({ id, storageConfigId }, made);
}
