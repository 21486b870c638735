import { can } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { ResolvedPath } from '#features/file-system/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import { nameOf } from '#paths/key.ts';
import type { Authorized } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { checkItemPath, checkPath } from '#share-items/item-path.ts';
import type { ComingFile, ItemObject } from '#share-items/share-items.ts';
import type { BundleDependencies } from './dependencies.ts';
import type { Bundle } from './repository.ts';

type FindBundle = (caller: AuthenticatedCaller, id: string) => Promise<Authorized<Bundle>>;

/** Item to add, or the reason why it cannot be. */
type Found =
  | { readonly id: string; readonly objects: readonly (ItemObject & { readonly path: string })[] }
  | { readonly id: string; readonly error: AppError };

/** Largest number of files that one folder adds; larger ones are shared as a folder. */
const MAX_FILES_OF_FOLDER = 10_000;

/** Changes of a bundle's items by its owner. */
export function createBundleItems(dependencies: BundleDependencies, get: FindBundle) {
  const { items, fileShares, fileSystem, clock } = dependencies;

  const getOwnItems = async (caller: AuthenticatedCaller, id: string) => {
    const bundle = await get(caller, id);
    if (bundle.folderPath !== null) throw new AppError('bundles.is_folder');
    return bundle;
  };

  const attempt = async (id: string, find: () => Promise<Found>): Promise<Found> => {
    try {
      return await find();
    } catch (error) {
      if (error instanceof AppError) return { id, error };
      throw error;
    }
  };

  const ofShare = async (caller: AuthenticatedCaller, id: string): Promise<Found> => {
    const share = await fileShares.get(caller, id);
    const { storageConfigId, storagePath, filePath, mimetype, size, etag, filename } = share;
    // The file of a share in place may be out of the caller's reach by now (CONTRACT A7).
    if (filePath !== null && !can(caller, 'mount_view', filePath)) {
      throw new AppError('auth.outside_base_path');
    }
    const object = { storageConfigId, storagePath, filePath, mimetype, size, etag };
    return { id, objects: [{ ...object, path: checkItemPath(filename) }] };
  };

  const ofPath = async (
    caller: AuthenticatedCaller,
    path: string,
    signal: AbortSignal,
  ): Promise<Found> => {
    const entry = await fileSystem.reading.get(caller, path, signal);
    if (entry.kind === 'file') {
      const { place, object } = entry;
      return { id: path, objects: [objectOf(place, object.size, place.name)] };
    }
    const base = entry.path.replace(/\/$/, '');
    const objects: ReturnType<typeof objectOf>[] = [];
    for await (const file of fileSystem.archiving.filesBelow(caller, `${base}/`, signal)) {
      if (objects.length === MAX_FILES_OF_FOLDER) throw new AppError('request.too_large');
      objects.push(
        objectOf(file, file.size, `${nameOf(base)}/${file.path.slice(base.length + 1)}`),
      );
    }
    return { id: path, objects };
  };

  return {
    async announce(caller: AuthenticatedCaller, id: string, files: readonly ComingFile[]) {
      const bundle = await getOwnItems(caller, id);
      await items.announce({ bundleId: bundle.id }, files, clock.now());
    },
    /** Adds own file shares and files of mounts. What cannot be added is reported. */
    async addItems(
      caller: AuthenticatedCaller,
      id: string,
      added: { readonly fileIds: readonly string[]; readonly paths: readonly string[] },
      signal: AbortSignal,
    ) {
      const bundle = await getOwnItems(caller, id);
      const found: Found[] = [];
      for (const fileId of added.fileIds) {
        found.push(await attempt(fileId, () => ofShare(caller, fileId)));
      }
      for (const path of added.paths) {
        found.push(await attempt(path, () => ofPath(caller, path, signal)));
      }
      const objects = found.flatMap((one) => ('objects' in one ? one.objects : []));
      const { paths, gone } =
        objects.length === 0
          ? { paths: [], gone: new Set<ItemObject>() }
          : await items.addExisting({ bundleId: bundle.id }, objects, clock.now());
      const failed = found.flatMap((one) => {
        if ('error' in one) return [one];
        const isGone = one.objects.some((object) => gone.has(object));
        return isGone ? [{ id: one.id, error: new AppError('file_shares.not_found') }] : [];
      });
      return { paths, failed };
    },
    /** Removes items. Files that were uploaded to the bundle alone are deleted. */
    async removeItems(caller: AuthenticatedCaller, id: string, paths: readonly string[]) {
      const bundle = await getOwnItems(caller, id);
      const wanted = paths.map(checkPath);
      const owner = { bundleId: bundle.id };
      const { found, writeIds, deletions } = await items.remove(owner, wanted, clock.now());
      await fileShares.uploads.discardEach(caller, writeIds);
      await fileShares.deleteNoted(deletions);
      return { wanted, found };
    },
  };
}

function objectOf(
  place: Pick<ResolvedPath, 'storage' | 'key' | 'path' | 'name'>,
  size: number,
  path: string,
) {
  return {
    path: checkItemPath(path),
    storageConfigId: place.storage.config.id,
    storagePath: place.key,
    filePath: place.path,
    mimetype: contentTypeOf(place.name),
    size: BigInt(size),
    // The file may change, so the item is bound to no version.
    etag: null,
  };
}
