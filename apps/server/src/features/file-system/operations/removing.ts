import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import type { KeyedObject } from '#ledger/object-write.ts';
import type { ObjectStore } from '#object-store';
import { MOUNT_RIGHTS, type Rights } from '#security/rights.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPath, nameInStore } from '../resolved-path.ts';
import {
  CONCURRENT_MARKERS,
  findUnmarked,
  pagesBelow,
  parentOf,
  putMarker,
  putMissingMarkers,
} from '../writing/directories.ts';
import { isPrefix } from './copies/side-by-side.ts';
import { busyError, changeOf } from './names/free-names.ts';
import { type Failure, type Task, toFailure, type Work } from './operation.ts';

const KEYS_A_REQUEST = 1000;

export interface RemoveInput {
  readonly paths: readonly string[];
  /** Rights to check; those of the mounts by default. */
  readonly rights?: Pick<Rights, 'remove'> | undefined;
  /** Lock tokens that the caller has named. */
  readonly lockTokens?: readonly string[] | undefined;
  /** ETag that each of these files must still have once its name is claimed. */
  readonly etag?: string | undefined;
}

export interface FailedPath {
  readonly path: string;
  readonly error: Failure;
}

export interface RemovalResult {
  /** Number of removed paths, including those that never existed. */
  readonly success: number;
  readonly failed: readonly FailedPath[];
}

/** File or directory to be removed: a key, or the prefix of a directory. */
interface Target {
  readonly path: string;
  readonly storageConfigId: string;
  readonly name: string;
  /** Only this version of a file goes. */
  readonly etag?: string | undefined;
}

/** Journal of a removal: the targets as resolved at its start, even if their paths change meanwhile. */
export interface RemovePosition {
  readonly targets: readonly Target[];
  readonly failed: readonly FailedPath[];
  /** Directories that the removal empties, by storage. They stay, so they need a marker. */
  readonly emptied: Readonly<Record<string, readonly string[]>>;
  /** Directories without a marker that hold other entries, too. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
}

type RemoveTask = Task<RemoveInput, RemovePosition>;

/**
 * Deletes files and whole directories. Failed ones are reported; the others are deleted all the same.
 *
 * @throws {AppError} `file_system.mount_fixed`, before anything is deleted, if one of them is a mount
 *   or a directory above one
 */
export function createRemoving(
  dependencies: FileSystemDependencies,
): Work<RemoveInput, RemovePosition, RemovalResult> {
  const { ledger, storageConfigs, directories, properties, locks } = dependencies;
  const begin = createBegin(dependencies);
  return async (task) => {
    let position = task.position ?? (await begin(task));
    const failures = new Map(position.failed.map(({ path, error }) => [path, error]));
    const note = async (changes: Partial<RemovePosition>) => {
      const failed = [...failures].map(([path, error]) => ({ path, error }));
      position = { ...position, ...changes, failed };
      await task.save(position);
    };
    await note({});
    for (const [id, group] of Map.groupBy(position.targets, (each) => each.storageConfigId)) {
      try {
        const storage = task.fence(await storageConfigs.findOrThrow(id));
        const known = position.emptied[id];
        const { emptied, shared } = known
          ? { emptied: known, shared: position.shared[id] ?? [] }
          : await findAround(storage, group, task.signal);
        await note({
          emptied: { ...position.emptied, [id]: emptied },
          shared: { ...position.shared, [id]: shared },
        });
        await removeFrom(storage, group, failures, task, () => note({}));
        const removed = group.filter(({ path }) => !failures.has(path)).map(({ name }) => name);
        await properties.remove(id, removed);
        for (const name of removed) await locks.releaseBelow(id, name);
        // A directory stays when its last entry is removed. Of two removals at the same time either may be the
        // last, so the others are looked at only now.
        const made: KeyedObject[] = [];
        await forEachAtOnce(shared, CONCURRENT_MARKERS, async (prefix) => {
          made.push(...(await putMissingMarkers(storage.store, [prefix], task.ending)));
        });
        await forEachAtOnce(emptied, CONCURRENT_MARKERS, async (prefix) => {
          made.push(await putMarker(storage.store, prefix, task.ending));
        });
        const write = { id: task.id, storageConfigId: id };
        if (made.length > 0) await ledger.countObjects(write, made);
      } catch (error) {
        task.signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        // The number of deleted objects is unknown, so none of this storage counts as done.
        for (const { path } of group) failures.set(path, failures.get(path) ?? toFailure(error));
      } finally {
        for (const { name } of group) {
          if (isPrefix(name)) await directories.removedDirectory(id, name);
        }
      }
    }
    const { paths } = task.input;
    const failed = paths.flatMap((path) => {
      const error = failures.get(path);
      return error ? [{ path, error }] : [];
    });
    task.add({ failed: failed.length });
    return { success: paths.length - failed.length, failed };
  };
}

/** Resolves the paths and claims their names. */
function createBegin({ pathResolver, ledger }: FileSystemDependencies) {
  return async (task: RemoveTask): Promise<RemovePosition> => {
    const { remove } = task.input.rights ?? MOUNT_RIGHTS;
    const { lockTokens, etag } = task.input;
    const failed: FailedPath[] = [];
    const found: { readonly path: string; readonly place: AuthorizedPath }[] = [];
    for (const path of new Set(task.input.paths)) {
      try {
        found.push({ path, place: await pathResolver.findMovable(task.caller, remove, path) });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'file_system.mount_fixed') throw error;
        failed.push({ path, error: toFailure(error) });
      }
    }
    const busy = new Map<string, AppError>();
    for (const group of Map.groupBy(found, ({ place }) => place.storage.config.id).values()) {
      const [first] = group;
      if (!first) continue;
      const claims = group.map(({ place }) => ({
        ...changeOf(task, place, 'exclusive'),
        lockTokens,
      }));
      const { storage } = first.place;
      for (const each of (await ledger.reserveEach(storage, claims)).busy) {
        busy.set(`${storage.config.id} ${each.write.objectKey}`, busyError([each]));
      }
    }
    const targets: Target[] = [];
    for (const { path, place } of found) {
      const [storageConfigId, name] = [place.storage.config.id, nameInStore(place)];
      const error = busy.get(`${storageConfigId} ${name}`);
      if (error) failed.push({ path, error: toFailure(error) });
      else targets.push({ path, storageConfigId, name, etag });
    }
    return { targets, failed, emptied: {}, shared: {} };
  };
}

/** Sends full requests of 1000 keys, across the named paths (CONTRACT F7). */
async function removeFrom(
  { store }: Storage,
  group: readonly Target[],
  failures: Map<string, Failure>,
  task: RemoveTask,
  noteStep: () => Promise<void>,
): Promise<void> {
  /** Named paths by key. */
  let batch = new Map<string, string[]>();
  let bytes = 0;
  const flush = async () => {
    const failed = await store.removeEach([...batch.keys()], task.signal);
    for (const { key } of failed) {
      for (const path of batch.get(key) ?? []) {
        failures.set(path, toFailure(new AppError('storage.unavailable')));
      }
    }
    task.add({ done: batch.size - failed.length, bytes });
    batch = new Map();
    bytes = 0;
    await noteStep();
  };
  const add = async (key: string, path: string, size: number) => {
    if (!batch.has(key)) bytes += size;
    batch.set(key, [...(batch.get(key) ?? []), path]);
    if (batch.size === KEYS_A_REQUEST) await flush();
  };
  for (const { path, name, etag } of group) {
    task.signal.throwIfAborted();
    if (etag !== undefined) {
      const error = await removeVersion(store, name, etag, task.signal);
      if (error) failures.set(path, toFailure(error));
      else task.add({ done: 1 });
    } else if (!isPrefix(name)) await add(name, path, 0);
    else {
      for await (const page of pagesBelow(store, name, task.signal)) {
        for (const { key, size } of page) await add(key, path, size);
      }
    }
  }
  if (batch.size > 0) await flush();
}

/** Removes one version of a file. One that is gone counts as removed, as without a version. */
async function removeVersion(store: ObjectStore, name: string, etag: string, signal: AbortSignal) {
  if (await store.removeUnchanged(name, etag, signal)) return undefined;
  const isGone = (await store.head(name, signal)) === undefined;
  return isGone ? undefined : new AppError('file_system.changed');
}

function findAround({ store }: Storage, group: readonly Target[], signal: AbortSignal) {
  const names = new Set(group.map(({ name }) => name));
  return findUnmarked(store, parentsOf(names), names, signal);
}

/** Parents of names, except removed ones and the root, which always exists. */
function parentsOf(names: ReadonlySet<string>): ReadonlySet<string> {
  const gone = [...names].filter(isPrefix);
  const isGone = (parent: string) => gone.some((prefix) => parent.startsWith(prefix));
  const parents = [...names].map(parentOf);
  return new Set(parents.filter((parent) => parent !== '' && !isGone(parent)));
}
