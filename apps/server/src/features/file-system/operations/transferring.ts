import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { ListedObject } from '#object-store';
import type { FileSystemDependencies } from '../dependencies.ts';
import { pagesBelow, putMarker } from '../writing/directories.ts';
import { createMoveAway, type Ends } from './old-names.ts';
import type { Work } from './operation.ts';
import { isPrefix, sideBySide } from './side-by-side.ts';
import { createStreamedCopies } from './streamed-copies.ts';
import type { TransferInput, TransferPosition, TransferResult, TransferTask } from './transfer.ts';
import { beginTransfer } from './transfer-begin.ts';
import { copyObjects, freshJobOf, isOneBucket, jobOf, partlyDone, takeBack } from './transfers.ts';

/**
 * Copies or moves, over what is there, within a storage or to another one. Each file is replaced at
 * once; of a directory that takes another's place, the old files that the new one lacks go last. What
 * replaces something is finished whatever happens; what does not is taken back where it fails.
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
    // There is no way back to what was there before.
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

/** Which of the original is copied: what shows of it, and only itself where that was asked for. */
async function createIsCopied(
  { places }: FileSystemDependencies,
  { input }: TransferTask,
  { from, to, sourceMountPath, targetMountPath }: TransferPosition,
): Promise<(rest: string) => boolean> {
  const isShown = await places.shownIn({ mount: { mountPath: sourceMountPath } });
  const isReached = await places.shownIn({ mount: { mountPath: targetMountPath } });
  return (rest) =>
    isShown(from + rest) && isReached(to + rest) && (!input.isShallow || rest === '');
}

/** Copies what is not there yet: it may be done a second time. */
function createCopyAll(dependencies: FileSystemDependencies) {
  const { ledger } = dependencies;
  return async (task: TransferTask, position: TransferPosition, { from, to, copies }: Ends) => {
    const isCopied = await createIsCopied(dependencies, task, position);
    const write = { id: position.writeId, storageConfigId: position.storageConfigId };
    task.resetProgress();
    let found = 0;
    try {
      for await (const page of sideBySide(from, to, task.signal)) {
        const pairs = page.filter(({ rest }) => isCopied(rest));
        found += pairs.length;
        const jobs = pairs
          .filter(({ object, other }) => !other || !hasSameContent(other, object))
          .map((pair) => (position.isNew ? freshJobOf(pair, to) : jobOf(pair, to)));
        await copyObjects({ ledger, store: copies }, write, jobs, task, () => task.save(position));
        // A directory's own marker is the first of what has its prefix.
        if (task.input.isShallow) break;
      }
      // One that only its contents tell of has no marker to copy.
      const isBare = isPrefix(to.name) && found === 0;
      if (isBare)
        await ledger.countObjects(write, [await putMarker(to.store, to.name, task.signal)]);
      else if (found === 0) throw new AppError('file_system.not_found');
    } catch (error) {
      task.ending.throwIfAborted();
      const { done } = task.progress();
      if (position.isNew) await takeBack(from, to, done, error, task.ending);
      else if (isPrefix(to.name) && done > 0) throw partlyDone(Math.max(1, found - done), error);
      throw error;
    }
  };
}

/** Takes away what had the name before and is no part of what has it now. */
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

/** By ETag alone: what was there before may be newer than the original, and as long. */
function hasSameContent(copy: ListedObject, source: ListedObject): boolean {
  return copy.size === source.size && copy.etag !== '' && copy.etag === source.etag;
}
