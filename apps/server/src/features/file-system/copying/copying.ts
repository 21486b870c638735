import { isAncestorOf } from '@satchel/permissions';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { ListedObject } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { bareEtag } from '#share-rules/etag.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore } from '../places.ts';
import { objectsAt } from '../writing/directories.ts';
import { createFreeNames } from '../writing/free-names.ts';
import { copyObjects, keyInTarget } from './copy-objects.ts';

const CONFIRMATIONS_AT_ONCE = 8;

export interface CopyItem {
  readonly sourcePath: string;
  readonly targetPath: string;
}

/** What became of one item. */
export type CopyOutcome = CopyItem &
  (
    | { readonly status: 'success'; readonly objects: number; readonly skipped: number }
    | { readonly status: 'skipped' }
    | { readonly status: 'failed'; readonly error: AppError }
    | ({ readonly status: 'elsewhere' } & CrossStorageCopy)
  );

/** A copy to another storage, which the caller carries out (CONTRACT F7.1). */
export interface CrossStorageCopy {
  readonly source: AuthorizedPlace;
  readonly target: AuthorizedPlace;
  readonly wantedPath: string;
  readonly objects: readonly ListedObject[];
}

/** A copied file, as the caller tells of it. */
export interface CarriedFile {
  readonly targetPath: string;
  readonly fileSize?: number | null | undefined;
  readonly etag?: string | null | undefined;
}

export interface Copying {
  /** Copies item by item; what fails is told, the rest is done. */
  copy(
    caller: AuthenticatedCaller,
    items: readonly CopyItem[],
    options: { readonly skipExisting: boolean; readonly signal: AbortSignal },
  ): Promise<readonly CopyOutcome[]>;
  /** Looks for every file that a caller says to have copied into a mount. */
  commit(
    caller: AuthenticatedCaller,
    mountId: string,
    files: readonly CarriedFile[],
    signal: AbortSignal,
  ): Promise<readonly (CarriedFile & { readonly error?: AppError })[]>;
}

export function createCopying(dependencies: FileSystemDependencies): Copying {
  const { places } = dependencies;
  const copyOne = createCopyOne(dependencies);
  return {
    async copy(caller, items, { skipExisting, signal }) {
      const outcomes: CopyOutcome[] = [];
      // One after the other: an item may be the next one's source, or take its name.
      for (const item of items) {
        try {
          outcomes.push(await copyOne(caller, item, { skipExisting, signal }));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          outcomes.push({ ...item, status: 'failed', error });
        }
      }
      return outcomes;
    },
    async commit(caller, mountId, files, signal) {
      await places.assertMount(caller, mountId);
      const results: (CarriedFile & { error?: AppError })[] = [];
      await forEachAtOnce(files, CONFIRMATIONS_AT_ONCE, async (file, index) => {
        try {
          const place = await places.find(caller, 'mount_copy', file.targetPath);
          if (place.mount.id !== mountId) throw new AppError('file_system.other_mount');
          await confirm(place, file, signal);
          results[index] = file;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          results[index] = { ...file, error };
        }
      });
      return results;
    },
  };
}

/** Storage has the last word; what a caller says is only compared (SECURITY 3). */
async function confirm(place: AuthorizedPlace, file: CarriedFile, signal: AbortSignal) {
  const key = nameInStore(place);
  const object = key === '' ? undefined : await place.storage.store.head(key, signal);
  if (!object) throw new AppError('file_system.not_uploaded');
  if (typeof file.fileSize === 'number' && file.fileSize !== object.size) {
    throw new AppError('file_system.size_mismatch');
  }
  if (file.etag && bareEtag(file.etag) !== bareEtag(object.etag)) {
    throw new AppError('file_system.etag_mismatch');
  }
}

interface CopyOptions {
  readonly skipExisting: boolean;
  readonly signal: AbortSignal;
}

function createCopyOne(dependencies: FileSystemDependencies) {
  const { places, ledger } = dependencies;
  const freeNames = createFreeNames(dependencies);
  const takeTarget = async (
    caller: AuthenticatedCaller,
    wanted: AuthorizedPlace,
    sizeBytes: number,
    { skipExisting, signal }: Pick<CopyOptions, 'skipExisting' | 'signal'>,
  ) => {
    const write = await freeNames.take(caller, wanted, sizeBytes, signal);
    if (write || skipExisting) return { target: wanted, write };
    const next = await freeNames.takeNext(caller, wanted, sizeBytes, signal);
    return { target: next.place, write: next.write };
  };

  return async (
    caller: AuthenticatedCaller,
    item: CopyItem,
    { skipExisting, signal }: CopyOptions,
  ): Promise<CopyOutcome> => {
    const source = await places.find(caller, 'mount_copy', item.sourcePath);
    // A directory's copy is a directory, however its new path is written.
    const targetPath = source.isDirectory ? `${item.targetPath}/` : item.targetPath;
    const wanted = await places.find(caller, 'mount_copy', targetPath);
    assertCopyable(source, wanted);
    const isShown = await places.shownIn(source);
    const found = (await objectsAt(source, signal)).filter(({ key }) => isShown(key));
    if (found.length === 0) throw new AppError('file_system.not_found');
    const total = found.reduce((sum, { size }) => sum + size, 0);
    const { target, write } = await takeTarget(caller, wanted, total, { skipExisting, signal });
    try {
      if (!write && !source.isDirectory) return { ...item, status: 'skipped' };
      // Beneath an existing directory only what is missing is copied.
      const existing = write ? [] : await objectsAt(target, signal);
      const isReached = await places.shownIn(target);
      const objects = withoutExisting(source, target, found, existing).filter(({ key }) =>
        isReached(keyInTarget(source, target, key)),
      );
      if (objects.length === 0) return { ...item, status: 'skipped' };
      const reached = { ...item, targetPath: target.path + (target.isDirectory ? '/' : '') };
      if (source.storage.config.id !== target.storage.config.id) {
        const wantedPath = item.targetPath;
        return { ...reached, status: 'elsewhere', source, target, wantedPath, objects };
      }
      const copied = await copyObjects(source, target, objects, signal);
      if (write)
        await ledger.finish(
          write,
          copied.map(({ to, etag, size }) => ({ key: to, etag, size })),
        );
      const skipped = found.length - objects.length;
      return { ...reached, status: 'success', objects: objects.length, skipped };
    } finally {
      if (write) await ledger.remove([write]);
    }
  };
}

function assertCopyable(source: AuthorizedPlace, target: AuthorizedPlace): void {
  if (target.key === '') throw new AppError('file_system.path_invalid');
  if (source.isDirectory !== target.isDirectory) throw new AppError('file_system.other_kind');
  const isInside = isAncestorOf(source.path, target.path);
  if (source.isDirectory && isInside) throw new AppError('file_system.into_itself');
}

function withoutExisting(
  source: AuthorizedPlace,
  target: AuthorizedPlace,
  objects: readonly ListedObject[],
  existing: readonly ListedObject[],
): readonly ListedObject[] {
  const taken = new Set(existing.map(({ key }) => key));
  return objects.filter(({ key }) => !taken.has(keyInTarget(source, target, key)));
}
