import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore, type Places, prefixOf } from '../places.ts';
import { findEmptied, pagesBelow, parentOf, putMarker } from './directories.ts';

const KEYS_A_REQUEST = 1000;

export interface FailedPath {
  readonly path: string;
  readonly error: AppError;
}

export interface RemovalResult {
  /** Paths that are gone, those that were never there included. */
  readonly success: number;
  readonly failed: readonly FailedPath[];
}

/**
 * Deletes files and whole directories, each for itself: what fails is named, the rest is done.
 *
 * @throws {AppError} `file_system.mount_fixed` before anything is deleted, where one of them is a
 *   mount or leads to one
 */
export type RemoveEntries = (
  caller: AuthenticatedCaller,
  paths: readonly string[],
  signal: AbortSignal,
) => Promise<RemovalResult>;

interface Doomed {
  readonly path: string;
  readonly place: AuthorizedPlace;
}

export function createRemoving({ places, directories }: FileSystemDependencies): RemoveEntries {
  return async (caller, paths, signal) => {
    const failures = new Map<string, AppError>();
    const doomed: Doomed[] = [];
    for (const path of new Set(paths)) {
      try {
        doomed.push({ path, place: await findRemovable(places, caller, path) });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'file_system.mount_fixed') throw error;
        failures.set(path, error);
      }
    }
    const byStorage = Map.groupBy(doomed, ({ place }) => place.storage.config.id);
    for (const group of byStorage.values()) {
      const { storage } = (group[0] as Doomed).place;
      await removeFrom(storage, group, failures, signal);
      for (const { place } of group) {
        if (place.isDirectory) directories.removedDirectory(storage.config.id, prefixOf(place));
      }
    }
    const failed = paths.flatMap((path) => {
      const error = failures.get(path);
      return error ? [{ path, error }] : [];
    });
    return { success: paths.length - failed.length, failed };
  };
}

async function findRemovable(places: Places, caller: AuthenticatedCaller, path: string) {
  const place = await places.find(caller, 'mount_delete', path);
  // CONTRACT A5: a mount goes where it was made, and not with a directory around it.
  if (place.key === '' || (await places.holdsMount(place.path))) {
    throw new AppError('file_system.mount_fixed');
  }
  return place;
}

/** Full requests of 1000 keys, across the paths that were named (CONTRACT F7). */
async function removeFrom(
  { store }: Storage,
  group: readonly Doomed[],
  failures: Map<string, AppError>,
  signal: AbortSignal,
): Promise<void> {
  /** The paths that a key was reached by. */
  let batch = new Map<string, string[]>();
  const flush = async () => {
    const failed = await store.removeEach([...batch.keys()], signal);
    for (const { key, code } of failed) {
      const cause = new Error(`${code}: ${key}`);
      for (const path of batch.get(key) ?? []) {
        failures.set(path, new AppError('storage.unavailable', { cause }));
      }
    }
    batch = new Map();
  };
  const add = async (key: string, path: string) => {
    batch.set(key, [...(batch.get(key) ?? []), path]);
    if (batch.size === KEYS_A_REQUEST) await flush();
  };
  try {
    const emptied = await findEmptied(store, parentsOf(group), namesOf(group), signal);
    for (const { path, place } of group) {
      if (!place.isDirectory) await add(place.key, path);
      else {
        for await (const page of pagesBelow(store, prefixOf(place), signal)) {
          for (const { key } of page) await add(key, path);
        }
      }
    }
    if (batch.size > 0) await flush();
    // A directory stays when the last of what was in it goes.
    for (const prefix of emptied) await putMarker(store, prefix, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // How far it got is not known, so nothing of this storage counts as done.
    for (const { path } of group) failures.set(path, failures.get(path) ?? error);
  }
}

function namesOf(group: readonly Doomed[]): ReadonlySet<string> {
  return new Set(group.map(({ place }) => nameInStore(place)));
}

/** The directories around, without the root, which always is, and those that go themselves. */
function parentsOf(group: readonly Doomed[]): ReadonlySet<string> {
  const gone = group.filter(({ place }) => place.isDirectory).map(({ place }) => prefixOf(place));
  const parents = [...namesOf(group)].map(parentOf);
  const isGone = (parent: string) => gone.some((prefix) => parent.startsWith(prefix));
  return new Set(parents.filter((parent) => parent !== '' && !isGone(parent)));
}
