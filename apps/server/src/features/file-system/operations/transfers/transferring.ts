import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { ListedObject } from '#object-store';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { pagesBelow, putMarker } from '../../writing/directories.ts';
import { createCopyLog } from '../copies/copy-log.ts';
import { isPrefix, sideBySide } from '../copies/side-by-side.ts';
import { createStreamedCopies } from '../copies/streamed-copies.ts';
import { createMoveAway, type Ends } from '../names/old-names.ts';
import type { Work } from '../operation.ts';
import type { TransferInput, TransferPosition, TransferResult, TransferTask } from './transfer.ts';
import { beginTransfer } from './transfer-begin.ts';
import { copyObjects, freshJobOf, isOneBucket, jobOf, partlyDone, takeBack } from './transfers.ts';

/**
 * Copies or moves within a storage or to another one, replacing an existing target. Each file is
 * replaced in one step. If a directory replaces another, the old files that the new one lacks are
 * removed last. A transfer that replaces something is always finished; any other is undone if it fails.
 */
export function createTransferring(
  dependencies: FileSystemDependencies,
): Work<TransferInput, TransferPosition, TransferResult> {
  const { properties } = dependencies;
  const copyAll = createCopyAll(dependencies);
  const removeReplaced = createRemoveReplaced(dependencies);
  const moveAway = createMoveAway(dependencies);
  return async (task) => {
    let position = task.position ?? (await beginTransfer(dependencies, task));
    const ends = await findEnds(dependencies, task, position);
    const advance = async (step: TransferPosition['step']) => {
      position = { ...position, step };
      await task.commit(position);
    };
    // Commits, because an overwritten target cannot be restored.
    if (!position.isNew) await task.commit(position);
    if (position.step === 'copy') {
      await copyAll(task, position, ends);
      await advance('replace');
    }
    const [from, to] = [
      { storageConfigId: position.sourceConfigId, name: position.from },
      { storageConfigId: position.storageConfigId, name: position.to },
    ];
    if (position.step === 'replace') {
      if (!position.isNew) await removeReplaced(task, position, ends);
      await properties.remove(to.storageConfigId, [to.name]);
      await advance('finish');
    }
    if (task.input.isMove) await moveAway(task, position, ends);
    else await properties.copy(from, to, createdByOf(task.caller), task.input.isShallow);
    return { isNew: position.isNew };
  };
}

async function findEnds(
  { storageConfigs, streamWrites }: FileSystemDependencies,
  task: TransferTask,
  position: TransferPosition,
): Promise<Ends> {
  const source = task.fence(await storageConfigs.findOrThrow(position.sourceConfigId));
  const target = task.fence(await storageConfigs.findOrThrow(position.storageConfigId));
  const operation = { operationId: task.id, createdBy: createdByOf(task.caller) };
  return {
    from: { store: source.store, name: position.from },
    to: { store: target.store, name: position.to },
    copies: isOneBucket(position)
      ? target.store
      : createStreamedCopies(streamWrites, operation, source.store, target),
  };
}

/**
 * Filter of the source's keys to copy: those that both mounts show, or only the marker for a shallow
 * copy.
 */
async function createIsCopied(
  { pathResolver }: FileSystemDependencies,
  { input }: TransferTask,
  { from, to, sourceMountPath, targetMountPath }: TransferPosition,
): Promise<(rest: string) => boolean> {
  const isShown = await pathResolver.shownIn({ mount: { mountPath: sourceMountPath } });
  const isReached = await pathResolver.shownIn({ mount: { mountPath: targetMountPath } });
  return (rest) =>
    isShown(from + rest) && isReached(to + rest) && (!input.isShallow || rest === '');
}

/** Copies the objects that the target lacks, so that the step is safe to repeat. */
function createCopyAll(dependencies: FileSystemDependencies) {
  const { ledger } = dependencies;
  return async (task: TransferTask, position: TransferPosition, { from, to, copies }: Ends) => {
    const isCopied = await createIsCopied(dependencies, task, position);
    const write = { id: position.writeId, storageConfigId: position.storageConfigId };
    task.resetProgress();
    const log = createCopyLog(task.position !== undefined);
    let found = 0;
    try {
      for await (const page of sideBySide(from, to, task.signal)) {
        const pairs = page.filter(({ rest }) => isCopied(rest));
        found += pairs.length;
        // The previous process may have copied some of it.
        for (const { object, other } of task.position ? pairs : []) {
          if (other && hasSameContent(other, object)) log.end(other.key, other, object);
        }
        const jobs = pairs
          .filter(({ object, other }) => !other || !hasSameContent(other, object))
          .map((pair) => (position.isNew ? freshJobOf(pair, to) : jobOf(pair, to)));
        await copyObjects({ ledger, store: copies }, write, jobs, task, log, () =>
          task.save(position),
        );
        // The marker of a directory is its first key, so the first page is enough.
        if (task.input.isShallow) break;
      }
      // A directory without a marker gets one at the target.
      const isBare = isPrefix(to.name) && found === 0;
      if (isBare)
        await ledger.countObjects(write, [await putMarker(to.store, to.name, task.signal)]);
      else if (found === 0) throw new AppError('file_system.not_found');
    } catch (error) {
      task.ending.throwIfAborted();
      const { done } = task.progress();
      if (position.isNew) await takeBack(from, to, log, done, error, task.ending);
      else if (isPrefix(to.name) && done > 0) throw partlyDone(Math.max(1, found - done), error);
      throw error;
    }
  };
}

/** Removes the objects of the replaced target that are not part of the new one. */
function createRemoveReplaced(dependencies: FileSystemDependencies) {
  return async (task: TransferTask, position: TransferPosition, { from, to }: Ends) => {
    const { ending } = task;
    const isCopied = await createIsCopied(dependencies, task, position);
    if (!isPrefix(to.name)) {
      for await (const page of pagesBelow(to.store, `${to.name}/`, ending)) {
        await to.store.remove(
          page.map(({ key }) => key),
          ending,
        );
      }
      return;
    }
    await to.store.remove([to.name.slice(0, -1)], ending);
    for await (const page of sideBySide(to, from, ending)) {
      const replaced = page.filter(({ rest, other }) => rest !== '' && !(other && isCopied(rest)));
      if (replaced.length === 0) continue;
      await to.store.remove(
        replaced.map(({ object }) => object.key),
        ending,
      );
    }
  };
}

/** Compares ETags only, because the replaced object may be newer and of equal size. */
function hasSameContent(copy: ListedObject, source: ListedObject): boolean {
  return copy.size === source.size && copy.etag !== '' && copy.etag === source.etag;
}
