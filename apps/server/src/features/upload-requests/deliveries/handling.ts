import { AppError, type FailedItem, type ItemError } from '#errors';
import type { Authorized } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { Managing } from '../requests/managing.ts';
import type { UploadRequest } from '../requests/repository.ts';
import { cleanUpDeliveries } from './clean-up.ts';
import type { DeliveredItem, Delivery } from './repository.ts';

/** Number of files that a row of the list shows. */
const LISTED_FILES = 100;

/** Names a delivery, and its request by id or slug. */
export interface DeliveryReference {
  readonly id: string;
  readonly delivery: string;
}

const UNKNOWN = { code: 'upload_requests.delivery_not_found', details: {} } as const;

/** Calls of the owner of a request for its deliveries. */
export function createDeliveries(
  dependencies: UploadRequestDependencies,
  { findOwn }: Pick<Managing, 'findOwn'>,
) {
  const { deliveries, folders, storageConfigs, bundles, clock } = dependencies;
  const removeMounted = createRemoveMounted(dependencies);

  const findOne = async (request: Authorized<UploadRequest>, id: string) => {
    const [found] = await deliveries.findMany(request.id, [id]);
    if (!found) throw new AppError('upload_requests.delivery_not_found');
    return found;
  };
  /** Copies a file into a mount, then lets its item point there. */
  const moveFile = async (
    caller: AuthenticatedCaller,
    item: DeliveredItem,
    path: string,
    signal: AbortSignal,
  ) => {
    const storage = await storageConfigs.findOrThrow(item.storageConfigId ?? '');
    const source = { storage, key: item.storagePath ?? '', size: Number(item.size) };
    const place = await folders.bringIn(caller, source, path, signal);
    const { key, storage: target } = place;
    const moved = { storageConfigId: target.config.id, key, path: place.path };
    await dependencies.deleteNoted(await deliveries.relocate(item, moved, clock.now()));
  };
  /** Path for a new folder in a folder of a mount, with a number if the name is taken. */
  const findFree = async (
    caller: AuthenticatedCaller,
    parent: string,
    name: string,
    signal: AbortSignal,
  ) => {
    for (let number = 0; ; number += 1) {
      const candidate = `${parent}/${number === 0 ? name : `${name} (${number})`}`;
      const place = await folders.find(caller, candidate);
      if (!(await folders.isTaken(place, signal))) return candidate;
    }
  };

  return {
    async list(caller: AuthenticatedCaller, idOrSlug: string, limit: number, offset: number) {
      const request = await findOwn(caller, idOrSlug);
      const page = await deliveries.list(request.id, limit, offset);
      const files = new Map<string, readonly DeliveredItem[]>();
      for (const { id } of page.deliveries) {
        files.set(id, await deliveries.filesOf(id, LISTED_FILES));
      }
      return { request, ...page, filesOf: (id: string) => files.get(id) ?? [] };
    },
    async markSeen(caller: AuthenticatedCaller, idOrSlug: string, ids: readonly string[]) {
      const request = await findOwn(caller, idOrSlug);
      await deliveries.markSeen(request.id, ids);
    },
    /** Deletes deliveries with their files. Files in a mount need the right to delete there. */
    async remove(
      caller: AuthenticatedCaller,
      idOrSlug: string,
      ids: readonly string[],
      signal: AbortSignal,
    ) {
      const request = await findOwn(caller, idOrSlug);
      const found = await deliveries.findMany(request.id, ids);
      const errors = new Map<string, ItemError>();
      for (const delivery of found) {
        const { id } = delivery;
        const error = await removeMounted(caller, delivery, signal);
        if (error) errors.set(id, error);
      }
      const free = found.map(({ id }) => id).filter((id) => !errors.has(id));
      const gone = await deliveries.remove(request.id, free, clock.now());
      await cleanUpDeliveries(dependencies, gone);
      const removed = new Set(gone.removed);
      const failed: readonly FailedItem[] = ids
        .filter((id) => !removed.has(id))
        .map((id) => ({ id, error: errors.get(id) ?? UNKNOWN }));
      return { removed: gone.removed, failed };
    },
    /** Makes a bundle of a delivery. A repeated call adds files that have come since. */
    async bundle(
      caller: AuthenticatedCaller,
      { id: idOrSlug, delivery: deliveryId }: DeliveryReference,
      signal: AbortSignal,
    ) {
      const request = await findOwn(caller, idOrSlug);
      const delivery = await findOne(request, deliveryId);
      if (delivery.fileCount === 0) throw new AppError('upload_requests.delivery_empty');
      // The bundle has the delivery's id, so that a repeated call finds it.
      const title = delivery.name ?? request.title;
      const { bundle } = await bundles.create(caller, { title }, signal, delivery.id);
      await deliveries.addToBundle(delivery.id, bundle.id, clock.now());
      return bundles.complete(caller, bundle.id);
    },
    /**
     * Moves the files of a delivery into a new folder of a mount. A repeated call moves the rest into the same
     * folder, except for names that others have taken there.
     */
    async move(
      caller: AuthenticatedCaller,
      { id: idOrSlug, delivery: deliveryId }: DeliveryReference,
      path: string,
      signal: AbortSignal,
    ) {
      const delivery: Delivery = await findOne(await findOwn(caller, idOrSlug), deliveryId);
      const files = await deliveries.filesOf(delivery.id);
      if (files.length === 0) throw new AppError('upload_requests.delivery_empty');
      const staying = files.filter(({ filePath }) => filePath === null);
      const { path: parent } = await folders.findExisting(caller, path, signal);
      const earlier = earlierFolder(files, parent, delivery.folder);
      let made: string | undefined;
      const moveToNew = async (item: DeliveredItem) => {
        made ??= await findFree(caller, parent, delivery.folder, signal);
        await moveFile(caller, item, `${made}/${item.path}`, signal);
      };
      const moveToEarlier = async (item: DeliveredItem) => {
        try {
          await moveFile(caller, item, `${earlier}/${item.path}`, signal);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'file_system.changed') throw error;
          await moveToNew(item);
        }
      };
      const failed: FailedItem[] = [];
      for (const item of staying) {
        try {
          await (earlier === undefined ? moveToNew(item) : moveToEarlier(item));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.push({ id: item.path, error });
        }
      }
      return { success: staying.length - failed.length, failed };
    },
  };
}

/** Folder to which an earlier call, which did not move all files, has moved some. */
function earlierFolder(
  files: readonly DeliveredItem[],
  parent: string,
  name: string,
): string | undefined {
  const start = `${parent}/${name}`;
  for (const { filePath, path } of files) {
    if (!filePath?.endsWith(`/${path}`)) continue;
    const folder = filePath.slice(0, -path.length - 1);
    if (folder.startsWith(start) && /^(?: \(\d+\))?$/.test(folder.slice(start.length)))
      return folder;
  }
  return undefined;
}

/** Deletes the files of a delivery that lie in a mount, unless a bundle has them; returns the first error. */
function createRemoveMounted({
  operations,
  deliveries,
}: Pick<UploadRequestDependencies, 'operations' | 'deliveries'>) {
  return async (
    caller: AuthenticatedCaller,
    { id, bundleId }: Delivery,
    signal: AbortSignal,
  ): Promise<ItemError | undefined> => {
    const mounted = (await deliveries.filesOf(id)).flatMap(({ filePath }) => filePath ?? []);
    const shown = await deliveries.pathsOfBundle(bundleId ?? id, mounted);
    const paths = mounted.filter((path) => !shown.has(path));
    if (paths.length === 0) return undefined;
    try {
      const outcome = await operations.run('remove', caller, { paths }, { isAsync: false, signal });
      const [failure] = outcome.isRunning ? [] : outcome.result.failed;
      // The file of a removed mount cannot be deleted, and does not keep its delivery.
      return failure && failure.error.code !== 'mounts.not_found' ? failure.error : undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'mounts.not_found') return undefined;
      if (error instanceof AppError) return error;
      throw error;
    }
  };
}
