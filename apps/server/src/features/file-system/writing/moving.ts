import { isAncestorOf } from '@satchel/permissions';
import { AppError } from '#errors';
import type { MovedObject } from '#features/file-shares/service.ts';
import type { ListedObject } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { copyObjects, takeBack } from '../copying/copy-objects.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore, prefixOf } from '../places.ts';
import { keepDirectories, objectsAt, parentOf } from './directories.ts';
import { createFreeNames } from './free-names.ts';

/**
 * Renames or moves within a mount: everything is copied by the storage, then the old keys go. A
 * failure, or a caller that goes away, before the last copy takes the copies back: then nothing has
 * changed.
 */
export type RenameEntry = (
  caller: AuthenticatedCaller,
  oldPath: string,
  newPath: string,
  signal: AbortSignal,
) => Promise<void>;

export function createMoving(dependencies: FileSystemDependencies): RenameEntry {
  const { places, directories, ledger, fileShares, onError } = dependencies;
  const freeNames = createFreeNames(dependencies);
  const find = async (caller: AuthenticatedCaller, path: string) => {
    const place = await places.find(caller, 'mount_rename', path);
    // A mount stays, also where its new name would be in none (CONTRACT A5).
    if (place.key === '' || (await places.holdsMount(place.path))) {
      throw new AppError('file_system.mount_fixed');
    }
    return place;
  };
  return async (caller, oldPath, newPath, signal) => {
    const source = await find(caller, oldPath);
    const target = await find(caller, newPath);
    assertRenamable(source, target);
    const objects = await objectsAt(source, signal);
    if (objects.length === 0) throw new AppError('file_system.not_found');
    if (source.key === target.key) return;
    const write = await freeNames.take(caller, target, 0, signal);
    if (!write) throw new AppError('file_system.exists');

    const moved = await copyAll(source, target, objects, signal).catch(async (error: unknown) => {
      await ledger.remove([write]);
      throw error;
    });
    await ledger.finish(
      write,
      moved.map(({ to, etag, size }) => ({ key: to, etag, size })),
    );
    // From here on a caller that goes away would leave both; what was begun is ended.
    const { store, config } = source.storage;
    const ending = new AbortController().signal;
    try {
      await fileShares.followObjects(config.id, moved);
    } catch (error) {
      await takeBack(
        store,
        moved.map(({ to }) => to),
        error,
      );
      throw error;
    }
    const old = moved.map(({ from }) => from);
    const failed = await store.removeEach(old, ending).catch(() => old);
    if (source.isDirectory) directories.removedDirectory(config.id, prefixOf(source));
    // What was asked for is done; an empty directory that does not show is no reason to deny it.
    await keepDirectories(store, new Set([parentOf(nameInStore(source))]), ending).catch(onError);
    if (failed.length > 0) {
      throw new AppError('file_system.partly_done', { details: { count: failed.length } });
    }
  };
}

/**
 * Copies also what is written while the rest is copied: the old keys are about to go, and whoever was
 * told that something is stored would never find it again (SECURITY 12).
 */
async function copyAll(
  source: AuthorizedPlace,
  target: AuthorizedPlace,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<readonly MovedObject[]> {
  const moved = await copyObjects(source, target, objects, signal);
  try {
    const copied = new Map(objects.map(({ key, etag }) => [key, etag]));
    const now = await objectsAt(source, signal);
    const newer = now.filter(({ key, etag }) => copied.get(key) !== etag);
    const again = await copyObjects(source, target, newer, signal);
    return [...new Map([...moved, ...again].map((object) => [object.from, object])).values()];
  } catch (error) {
    const copies = moved.map(({ to }) => to);
    await takeBack(target.storage.store, copies, error);
    throw error;
  }
}

function assertRenamable(source: AuthorizedPlace, target: AuthorizedPlace): void {
  if (source.mount.id !== target.mount.id) throw new AppError('file_system.other_mount');
  if (source.isDirectory !== target.isDirectory) throw new AppError('file_system.other_kind');
  const isInside = isAncestorOf(source.path, target.path);
  if (source.isDirectory && isInside) throw new AppError('file_system.into_itself');
}
