import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { isSameBucket } from '#object-store/location/same-bucket.ts';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { type AuthorizedPath, isBelow, nameInStore } from '../../resolved-path.ts';
import { busyError, changeOf, createFreeNames, type TakenName } from '../names/free-names.ts';
import { type Task, toFailure, type Work } from '../operation.ts';
import { copyObjects, freshJobOf, isOneBucket, takeBack } from '../transfers/transfers.ts';
import type { ClientCopies } from './client-copies.ts';
import { createCopyLog } from './copy-log.ts';
import type { CopyItem, CopyOutcome, ItemCopy, Reached } from './item-copy.ts';
import { type Side, sideBySide } from './side-by-side.ts';

export interface CopyInput {
  readonly items: readonly CopyItem[];
  readonly skipExisting: boolean;
}

export interface CopyPosition {
  readonly outcomes: readonly CopyOutcome[];
  readonly current?: ItemCopy | undefined;
}

export type CopyTask = Task<CopyInput, CopyPosition>;

/** Copies item by item. Failed items are reported; the others are copied all the same. */
export function createCopying(
  dependencies: FileSystemDependencies,
  clientCopies: ClientCopies,
): Work<CopyInput, CopyPosition, readonly CopyOutcome[]> {
  const { ledger, properties } = dependencies;
  const begin = createBegin(dependencies);
  const fill = createFill(dependencies, clientCopies);

  const copyItem = async (task: CopyTask, item: CopyItem, outcomes: readonly CopyOutcome[]) => {
    const isResumed = task.position?.outcomes.length === outcomes.length;
    const known = isResumed ? task.position?.current : undefined;
    // Releases names that the previous process claimed for an item without journaling it.
    if (isResumed && !known) await ledger.releaseOperation(task.id);
    const copy = known ?? (await begin(task, item));
    if (!copy) return { ...item, status: 'skipped' as const };
    const save = () => task.save({ outcomes, current: copy });
    await save();
    const isElsewhere = !isOneBucket(copy);
    let isHeld = false;
    try {
      const { objects, skipped } = await fill(task, copy, known !== undefined, save);
      const reached = { ...item, targetPath: copy.targetPath };
      if (objects === 0) return { ...item, status: 'skipped' as const };
      // A client-side copy does not exist yet, so later items may not use its name.
      isHeld = isElsewhere;
      if (isElsewhere) return { ...reached, status: 'elsewhere' as const, copy };
      const { sourceConfigId, storageConfigId, from, to } = copy;
      if (copy.isFresh) {
        await properties.copy(
          { storageConfigId: sourceConfigId, name: from },
          { storageConfigId, name: to },
          createdByOf(task.caller),
        );
      }
      return { ...reached, status: 'success' as const, objects, skipped };
    } finally {
      const ids = [copy.sourceWriteId, ...(isHeld ? [] : [copy.writeId])];
      if (!task.ending.aborted) await ledger.release(ids.map((id) => ({ id })));
    }
  };

  return async (task) => {
    const outcomes = [...(task.position?.outcomes ?? [])];
    // Sequential, because an item may be the source of the next one or take its name.
    for (const item of task.input.items.slice(outcomes.length)) {
      try {
        outcomes.push(await copyItem(task, item, [...outcomes]));
      } catch (error) {
        task.signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        task.add({ failed: 1 });
        outcomes.push({ ...item, status: 'failed', error: toFailure(error) });
      }
      await task.save({ outcomes });
    }
    return outcomes;
  };
}

/** Resolves source and target of an item and claims their names; returns undefined to skip the item. */
function createBegin(dependencies: FileSystemDependencies) {
  const { pathResolver, ledger } = dependencies;
  const freeNames = createFreeNames(dependencies);

  const takeTarget = async (
    task: CopyTask,
    wanted: AuthorizedPath,
    sizeBytes: number,
  ): Promise<TakenName | undefined> => {
    const taken = await freeNames.take(task, wanted, sizeBytes);
    if (taken?.isFree) return taken;
    if (!task.input.skipExisting) {
      if (taken) await ledger.release([taken.write]);
      return freeNames.takeNext(task, wanted, sizeBytes);
    }
    // An existing directory stays, and only its missing objects are copied.
    if (wanted.isDirectory && !taken) throw new AppError('file_system.busy');
    if (wanted.isDirectory) return taken;
    if (taken) await ledger.release([taken.write]);
    return undefined;
  };

  return async (task: CopyTask, item: CopyItem): Promise<ItemCopy | undefined> => {
    const source = await pathResolver.find(task.caller, 'mount_copy', item.sourcePath);
    // The copy of a directory is a directory, even if its new path has no trailing slash.
    const targetPath = source.isDirectory ? `${item.targetPath}/` : item.targetPath;
    const wanted = await pathResolver.find(task.caller, 'mount_copy', targetPath);
    assertCopyable(source, wanted);
    const isElsewhere = !(await isSameBucket(source.storage, wanted.storage, task.signal));
    if (!isElsewhere && isBelow(wanted, source)) throw new AppError('file_system.into_itself');
    const sizeBytes = isElsewhere ? 0 : await sizeOf(dependencies, task, source, wanted);
    const reading = changeOf(task, source, 'read');
    const { reserved, busy } = await ledger.reserveEach(source.storage, [reading]);
    const [sourceWrite] = reserved;
    if (busy.length > 0 || !sourceWrite) throw busyError(busy);
    const target = await takeTarget(task, wanted, sizeBytes).catch(async (error: unknown) => {
      await ledger.release([sourceWrite]);
      throw error;
    });
    if (!target) {
      await ledger.release([sourceWrite]);
      task.add({ skipped: 1 });
      return undefined;
    }
    const { place, write, isFree } = target;
    return {
      storageConfigId: place.storage.config.id,
      sourceConfigId: source.storage.config.id,
      from: nameInStore(source),
      to: nameInStore(place),
      source: reachedBy(source),
      target: reachedBy(place),
      wantedPath: item.targetPath,
      targetPath: place.path + (place.isDirectory ? '/' : ''),
      writeId: write.id,
      sourceWriteId: sourceWrite.id,
      isFresh: isFree,
      isAlias: !isElsewhere,
      progressBefore: task.progress(),
    };
  };
}

/** Bytes that a copy within its bucket adds; 0 if the storage has no limit. */
async function sizeOf(
  { pathResolver }: FileSystemDependencies,
  task: CopyTask,
  source: AuthorizedPath,
  wanted: AuthorizedPath,
): Promise<number> {
  if (!wanted.storage.config.totalStorageBytes) return 0;
  const isShown = await pathResolver.shownIn(source);
  const from = { store: source.storage.store, name: nameInStore(source) };
  const to = { store: wanted.storage.store, name: nameInStore(wanted) };
  let sizeBytes = 0;
  let objects = 0;
  const isFilling = task.input.skipExisting ? to : undefined;
  for await (const pairs of sideBySide(from, isFilling, task.signal)) {
    const missing = pairs.filter(({ object, other }) => !other && isShown(object.key));
    objects += missing.length;
    for (const { object } of missing) sizeBytes += object.size;
  }
  task.add({ total: (task.progress().total ?? task.progress().done) + objects });
  return sizeBytes;
}

/** Copies the missing objects page by page, or begins client-side copies of them. */
function createFill(
  { pathResolver, storageConfigs, ledger }: FileSystemDependencies,
  clientCopies: ClientCopies,
) {
  const sideOf = async (task: CopyTask, configId: string, name: string): Promise<Side> => {
    const { store } = task.fence(await storageConfigs.findOrThrow(configId));
    return { store, name };
  };
  return async (
    task: CopyTask,
    copy: ItemCopy,
    isResumed: boolean,
    save: () => Promise<void>,
  ): Promise<{ objects: number; skipped: number }> => {
    const isElsewhere = !isOneBucket(copy);
    const from = await sideOf(task, copy.sourceConfigId, copy.from);
    const to = await sideOf(task, copy.storageConfigId, copy.to);
    const isShown = await pathResolver.shownIn({ mount: copy.source });
    const isReached = await pathResolver.shownIn({ mount: copy.target });
    const write = { id: copy.writeId, storageConfigId: copy.storageConfigId };
    const copiedBefore = task.progress().done - copy.progressBefore.done;
    const isCountedAgain = isResumed && (copy.isFresh || isElsewhere);
    if (isCountedAgain) task.resetProgress(copy.progressBefore);
    const log = createCopyLog(isResumed);
    let found = 0;
    let copied = isCountedAgain ? 0 : copiedBefore;
    try {
      if (isElsewhere && isResumed) await clientCopies.abandon(task.id, copy);
      const otherSide = copy.isFresh && (isElsewhere || !isResumed) ? undefined : to;
      for await (const page of sideBySide(from, otherSide, task.signal)) {
        const pairs = page.filter(({ object }) => isShown(object.key));
        const missing = pairs.filter(({ rest, other }) => !other && isReached(copy.to + rest));
        found += pairs.length;
        // On resuming, objects under a fresh name were copied by the previous process.
        const own = isCountedAgain && copy.isFresh ? pairs.filter(({ other }) => other) : [];
        for (const { object, other } of own) {
          if (other) log.end(other.key, other, object);
          task.add({ done: 1, bytes: object.size });
        }
        copied += missing.length + own.length;
        const jobs = missing.map((pair) => freshJobOf(pair, to));
        if (isElsewhere) await clientCopies.begin(task, copy, jobs);
        else await copyObjects({ ledger, store: to.store }, write, jobs, task, log, save);
      }
      if (found === 0) throw new AppError('file_system.not_found');
    } catch (error) {
      task.ending.throwIfAborted();
      if (isElsewhere) await clientCopies.abandon(task.id, copy);
      else if (copy.isFresh) {
        const copied = task.progress().done - copy.progressBefore.done;
        task.resetProgress(copy.progressBefore);
        await takeBack(from, to, log, copied, error, task.ending);
      }
      throw error;
    }
    const skipped = Math.max(0, found - copied);
    task.add({ skipped });
    return { objects: found - skipped, skipped };
  };
}

function reachedBy({ path, mount }: AuthorizedPath): Reached {
  return { path, mountId: mount.id, mountPath: mount.mountPath };
}

function assertCopyable(source: AuthorizedPath, target: AuthorizedPath): void {
  if (target.key === '') throw new AppError('file_system.path_invalid');
  if (source.isDirectory !== target.isDirectory) throw new AppError('file_system.other_kind');
}
