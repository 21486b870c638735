import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Ledger } from '#ledger/ledger.ts';
import type { WriteReference } from '#ledger/object-write.ts';
import type { ObjectStore } from '#object-store';
import { hasAnyBelow } from '#object-store/find-named.ts';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { parentOf, putMissingMarkers } from '../../writing/directories.ts';
import { isPrefix, type Pair, type Side, sideBySide } from '../copies/side-by-side.ts';
import type { Task } from '../operation.ts';
import {
  CONCURRENT_COPIES,
  isCopyOf,
  isOneBucket,
  partlyDone,
  type Transfer,
  type TwoConfigs,
} from '../transfers/transfers.ts';

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

/** Both ends of a move or copy, and the store that copies between them. */
export interface Ends {
  readonly from: Side;
  readonly to: Side;
  readonly copies: Pick<ObjectStore, 'copy' | 'head'>;
}

type MovingTask = Pick<Task<unknown, unknown>, 'ending' | 'progress'>;

/** Row of the ledger that holds the new name. */
type NewName = Pick<WriteReference, 'storageConfigId'> & { readonly writeId: string };

/** Maximum number of times that a file is copied again while another program keeps changing it. */
const MAX_ROUNDS = 5;

/**
 * Deletes the copied sources. First copies objects again that changed during the copy, because another
 * program whose write was acknowledged must find its data (SECURITY 12).
 *
 * @returns the number of sources that stay
 */
async function removeOld(
  ledger: Ledger,
  { writeId: id, storageConfigId }: NewName,
  { ending, progress }: MovingTask,
  { from, to, copies }: Ends,
): Promise<number> {
  const copyAgain = async ({ object, rest }: Pair) => {
    const key = to.name + rest;
    const { size, etag: sourceEtag } = object;
    const copy = await copies.copy(object.key, key, { size, sourceEtag, signal: ending });
    await ledger.countObjects({ id, storageConfigId }, [{ key, ...copy }]);
  };
  /** Copies outdated objects again; returns the pairs whose sources may be deleted. */
  const copyOutdated = async (pairs: readonly Pair[]) => {
    const stays = new Set<string>();
    await forEachAtOnce(pairs.filter(isOutdated), CONCURRENT_COPIES, async (pair) => {
      await copyAgain(pair).catch(() => stays.add(pair.object.key));
    });
    return pairs.filter(({ object }) => !stays.has(object.key));
  };
  const removeFile = async (): Promise<number> => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const pairs: Pair[] = [];
      for await (const page of sideBySide(from, to, ending)) pairs.push(...page);
      if (pairs.length === 0) return 0;
      const [copied] = await copyOutdated(pairs);
      const { key, etag } = copied?.object ?? {};
      if (key && etag && (await from.store.removeUnchanged(key, etag, ending))) return 0;
    }
    return 1;
  };
  const removeDirectory = async (): Promise<number> => {
    let [removed, kept] = [0, 0];
    try {
      for await (const pairs of sideBySide(from, to, ending)) {
        const keys = (await copyOutdated(pairs)).map(({ object }) => object.key);
        const failed = await from.store.removeEach(keys, ending).catch(() => keys);
        ending.throwIfAborted();
        removed += keys.length - failed.length;
        kept += pairs.length - keys.length + failed.length;
      }
      return kept;
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      // The storage does not say how many of them still exist.
      return Math.max(1, progress().done - removed);
    }
  };
  if (isPrefix(from.name)) return removeDirectory();
  try {
    return await removeFile();
  } catch (error) {
    ending.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return 1;
  }
}

/** Creates a marker, so that the parent directory stays when its last entry is removed. */
async function keepDirectory(
  ledger: Ledger,
  { writeId: id, storageConfigId }: NewName,
  { store, name }: Side,
  ending: AbortSignal,
): Promise<void> {
  const made = await putMissingMarkers(store, [parentOf(name)], ending);
  await ledger.countObjects({ id, storageConfigId }, made);
}

/** Deletes the source of a move, and moves its shares, properties and locks along. */
export function createMoveAway(dependencies: FileSystemDependencies) {
  const { ledger, fileShares, properties, locks, directories, onError } = dependencies;
  return async (task: MovingTask, position: Transfer & TwoConfigs, ends: Ends) => {
    const { sourceConfigId, storageConfigId, writeId } = position;
    const { from, to } = ends;
    const followMoved = async () => {
      if (isOneBucket(position)) await fileShares.followMoved(sourceConfigId, position);
    };
    await followMoved();
    const failed = await removeOld(ledger, position, task, ends);
    // A share that was created in the meantime points to the old name.
    await followMoved();
    await properties.move(
      { storageConfigId: sourceConfigId, name: from.name },
      { storageConfigId, name: to.name },
    );
    await locks.releaseBelow(sourceConfigId, from.name);
    if (isPrefix(from.name)) await directories.removedDirectory(sourceConfigId, from.name);
    const old = { storageConfigId: sourceConfigId, writeId };
    // The move is done; a missing empty directory is no reason to report a failure.
    await keepDirectory(ledger, old, from, task.ending).catch(onError);
    if (failed > 0) throw partlyDone(failed);
  };
}
