import { isWithin } from '@satchel/permissions';
import { AppError } from '#errors';
import type { MovedObject } from '#features/file-shares/service.ts';
import { forEachAtOnce } from '#for-each-at-once';
import type { ListedObject } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from './dependencies.ts';
import { hasAnyBelow, keepDirectories, objectsAt, parentOf } from './directories.ts';
import { type AuthorizedPlace, nameInStore, prefixOf } from './places.ts';

const COPIES_AT_ONCE = 16;

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
  const { places, directories, fileShares } = dependencies;
  return async (caller, oldPath, newPath, signal) => {
    const source = await places.find(caller, 'mount_rename', oldPath);
    const target = await places.find(caller, 'mount_rename', newPath);
    await assertRenamable(dependencies, source, target);
    const objects = await objectsAt(source, signal);
    if (objects.length === 0) throw new AppError('file_system.not_found');
    if (source.key === target.key) return;
    await assertFree(target, signal);

    const moved = await copyAll(source, target, objects, signal);
    // From here on a caller that goes away would leave both; what was begun is ended.
    const { store, config } = source.storage;
    const ending = new AbortController().signal;
    await fileShares.followObjects(config.id, moved);
    const failed = await store.removeEach(
      moved.map(({ from }) => from),
      ending,
    );
    if (source.isDirectory) directories.removedDirectory(config.id, prefixOf(source));
    await keepDirectories(store, new Set([parentOf(nameInStore(source))]), ending);
    if (failed.length > 0) {
      throw new AppError('file_system.partly_done', { details: { count: failed.length } });
    }
  };
}

async function assertRenamable(
  { places }: FileSystemDependencies,
  source: AuthorizedPlace,
  target: AuthorizedPlace,
): Promise<void> {
  const isFixed = async ({ key, path }: AuthorizedPlace) =>
    key === '' || (await places.holdsMount(path));
  if ((await isFixed(source)) || (await isFixed(target))) {
    throw new AppError('file_system.mount_fixed');
  }
  if (source.mount.id !== target.mount.id) throw new AppError('file_system.other_mount');
  if (source.isDirectory !== target.isDirectory) throw new AppError('file_system.other_kind');
  const isInside = source.path !== target.path && isWithin(source.path, target.path);
  if (source.isDirectory && isInside) throw new AppError('file_system.into_itself');
}

/** Neither a file nor a directory of the new name may be there (CONTRACT F7). */
async function assertFree(place: AuthorizedPlace, signal: AbortSignal): Promise<void> {
  const { store } = place.storage;
  const isTaken =
    (await store.head(place.key, signal)) !== undefined ||
    (await hasAnyBelow(store, prefixOf(place), signal));
  if (isTaken) throw new AppError('file_system.exists');
}

async function copyAll(
  source: AuthorizedPlace,
  target: AuthorizedPlace,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<MovedObject[]> {
  const { store } = source.storage;
  const moved: MovedObject[] = [];
  try {
    await forEachAtOnce(objects, COPIES_AT_ONCE, async ({ key: from, size }) => {
      signal.throwIfAborted();
      const to = nameInStore(target) + from.slice(nameInStore(source).length);
      const { etag } = await store.copy(from, to, { size, signal });
      moved.push({ from, to, etag });
    });
  } catch (error) {
    await store.removeEach(moved.map(({ to }) => to));
    throw error;
  }
  return moved;
}
