import { AppError } from '#errors';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPath, isBelow, nameInStore } from '../resolved-path.ts';
import { type CopyLog, createCopyLog } from './copies/copy-log.ts';
import { type Side, sideBySide } from './copies/side-by-side.ts';
import { busyError, changeOf, isTaken } from './names/free-names.ts';
import { createMoveAway, isOutdated, isThere } from './names/old-names.ts';
import type { Task, Work } from './operation.ts';
import { copyObjects, freshJobOf, type Transfer, takeBack } from './transfers/transfers.ts';

export interface RenameInput {
  readonly oldPath: string;
  readonly newPath: string;
}

/** Journaled position of a rename: it copies, then deletes the sources. */
export interface RenamePosition extends Transfer {
  readonly isCopied: boolean;
}

type RenameTask = Task<RenameInput, RenamePosition>;

/**
 * Renames or moves within a mount: the storage copies all objects, then the old keys are deleted. If
 * copying fails or the caller disconnects, the copies are deleted again. After the last copy, this or
 * another process finishes the rename.
 */
export function createRenaming(
  dependencies: FileSystemDependencies,
): Work<RenameInput, RenamePosition, null> {
  const { ledger, storageConfigs } = dependencies;
  const begin = createBegin(dependencies);
  const moveAway = createMoveAway(dependencies);

  const copyAll = async (
    task: RenameTask,
    position: RenamePosition,
    { from, to }: { readonly from: Side; readonly to: Side },
    log: CopyLog,
  ) => {
    const write = { id: position.writeId, storageConfigId: position.storageConfigId };
    task.resetProgress();
    // The previous process may have copied some of it.
    const copied = task.position && to;
    for await (const pairs of sideBySide(from, copied, task.signal)) {
      for (const pair of pairs) {
        if (isOutdated(pair)) continue;
        if (pair.other) log.end(pair.other.key, pair.other, pair.object);
        task.add({ done: 1, bytes: pair.object.size });
      }
      const jobs = pairs.filter(isOutdated).map((pair) => freshJobOf(pair, to));
      await copyObjects({ ledger, store: to.store }, write, jobs, task, log, () =>
        task.save(position),
      );
    }
    const { done } = task.progress();
    if (done === 0) throw new AppError('file_system.not_found');
    task.add({ total: done });
  };

  return async (task) => {
    let position = task.position ?? (await begin(task));
    if (!position) return null;
    const { store } = task.fence(await storageConfigs.findOrThrow(position.storageConfigId));
    const from = { store, name: position.from };
    const to = { store, name: position.to };
    if (!position.isCopied) {
      const log = createCopyLog(task.position !== undefined);
      try {
        await copyAll(task, position, { from, to }, log);
        position = { ...position, isCopied: true };
        await task.commit(position);
      } catch (error) {
        task.ending.throwIfAborted();
        await takeBack(from, to, log, task.progress().done, error, task.ending);
        throw error;
      }
    }
    const { storageConfigId: sourceConfigId } = position;
    await moveAway(task, { ...position, sourceConfigId }, { from, to, copies: store });
    return null;
  };
}

/** Resolves both paths and claims both names. Returns undefined if the new name is the old one. */
function createBegin({ pathResolver, ledger }: FileSystemDependencies) {
  const find = ({ caller }: RenameTask, path: string) =>
    pathResolver.findMovable(caller, 'mount_rename', path);
  return async (task: RenameTask): Promise<RenamePosition | undefined> => {
    const source = await find(task, task.input.oldPath);
    const target = await find(task, task.input.newPath);
    assertRenamable(source, target);
    const { storage } = source;
    const [from, to] = [nameInStore(source), nameInStore(target)];
    if (from === to) {
      if (await isThere(storage.store, from, task.signal)) return undefined;
      throw new AppError('file_system.not_found');
    }
    const names = [source, target].map((place) => changeOf(task, place, 'exclusive'));
    const { reserved, busy } = await ledger.reserveEach(storage, names);
    const write = reserved.find(({ objectKey }) => objectKey === to);
    // The caller of this step releases the reserved names.
    if (busy.length > 0 || !write) throw busyError(busy);
    if (await isTaken(target, task.signal)) {
      const isMissing = !(await isThere(storage.store, from, task.signal));
      throw new AppError(isMissing ? 'file_system.not_found' : 'file_system.exists');
    }
    const { id: writeId, storageConfigId } = write;
    const position = { storageConfigId, from, to, writeId, isCopied: false };
    await task.save(position);
    return position;
  };
}

function assertRenamable(source: AuthorizedPath, target: AuthorizedPath): void {
  if (source.mount.id !== target.mount.id) throw new AppError('file_system.other_mount');
  if (source.isDirectory !== target.isDirectory) throw new AppError('file_system.other_kind');
  if (isBelow(target, source)) throw new AppError('file_system.into_itself');
}
