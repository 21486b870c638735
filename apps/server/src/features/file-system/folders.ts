import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import { findNamed, hasAnyBelow } from '#object-store/find-named.ts';
import { isSameBucket } from '#object-store/location/same-bucket.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from './dependencies.ts';
import { type AuthorizedPath, prefixOf } from './resolved-path.ts';
import type { Writing } from './writing/writing.ts';

/** Object outside of mounts that becomes a file in one. */
export interface BroughtObject {
  readonly storage: Storage;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** Folders of mounts that somebody may upload into. */
export function createFolders(
  { pathResolver, streamWrites }: Pick<FileSystemDependencies, 'pathResolver' | 'streamWrites'>,
  writing: Pick<Writing, 'begin' | 'targetAt'>,
) {
  const find = (caller: AuthenticatedCaller, path: string) =>
    pathResolver.find(caller, 'mount_upload', path);
  return {
    /** Resolves a path for an upload, whether or not it exists. */
    find,
    /** @throws {AppError} `file_system.not_found` if there is no such folder, and as {@link find} */
    async findExisting(
      caller: AuthenticatedCaller,
      path: string,
      signal: AbortSignal,
    ): Promise<AuthorizedPath> {
      const place = await find(caller, path.endsWith('/') ? path : `${path}/`);
      const isThere =
        place.key === '' || (await hasAnyBelow(place.storage.store, prefixOf(place), signal));
      if (!isThere) throw new AppError('file_system.not_found');
      return place;
    },
    /**
     * Copies an object to a new file; within its bucket without the bytes passing through the server.
     *
     * @throws {AppError} `file_system.changed` if the name is taken, `file_system.not_found` if the
     *   object is gone
     */
    async bringIn(
      caller: AuthenticatedCaller,
      { storage, key, size }: BroughtObject,
      path: string,
      signal: AbortSignal,
    ): Promise<AuthorizedPath> {
      const target = await writing.targetAt(caller, path);
      const { place } = target;
      const isNear = await isSameBucket(storage, place.storage, signal);
      const write = await writing.begin(caller, target, { size }, { ifNoneMatch: '*' }, signal);
      if (!write) throw new AppError('storage.insufficient');
      const { expected } = write;
      await streamWrites.store(place.storage, write, async (store) => {
        if (isNear) return store.copy(key, place.key, { size, expected, signal });
        const object = await storage.store.get(key, { signal });
        if (!object) throw new AppError('file_system.not_found');
        const options = { contentType: contentTypeOf(place.name), size, expected, signal };
        return store.put(place.key, object.body, options);
      });
      return place;
    },
    /** True if a file or a folder has the name. */
    async isTaken({ storage, key }: AuthorizedPath, signal: AbortSignal): Promise<boolean> {
      const { object, isDirectory } = await findNamed(storage.store, key, signal);
      return object !== undefined || isDirectory;
    },
  };
}
