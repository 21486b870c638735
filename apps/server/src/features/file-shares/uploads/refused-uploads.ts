import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import type { ClaimedWrite, ObjectWrite } from '#ledger/object-write.ts';
import type { StoredObject } from '#object-store';
import { isReserved } from '#object-store/reserved-keys.ts';
import type { FileShareDependencies } from '../dependencies.ts';

/** True if an upload request does not accept a file. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('upload_requests.');
}

/** Ends uploads that their request refuses, so that nothing of them stays (CONTRACT A7). */
export function createRefused(
  dependencies: Pick<FileShareDependencies, 'ledger' | 'items' | 'directUploads' | 'streamWrites'>,
) {
  const { ledger, items, directUploads, streamWrites } = dependencies;
  /** Removes the file that this upload has just made in a mount; other objects go with their rows. */
  const removeMounted = async (
    { store }: Storage,
    { objectKey }: ObjectWrite,
    object: StoredObject,
  ) => {
    if (!isReserved(objectKey)) await store.removeUnchanged(objectKey, object.etag);
  };
  const end = async (storage: Storage, write: ObjectWrite, object?: StoredObject) => {
    if (object) await removeMounted(storage, write, object);
    if ('hold' in write) await ledger.reopen(write);
    if (await directUploads.abandon(storage, write)) await items.forget([write.id]);
  };
  return {
    end,
    /** Runs a check, and ends the upload if that refuses it. */
    async unless(storage: Storage, write: ObjectWrite, check: () => Promise<void>) {
      try {
        await check();
      } catch (error) {
        if (isRefusal(error)) await end(storage, write);
        throw error;
      }
    },
    /** Checks under the claim of a stream that its file in a mount is new. */
    async unlessFree(storage: Storage, write: ClaimedWrite, signal: AbortSignal) {
      const { objectKey } = write;
      if (isReserved(objectKey) || !(await storage.store.head(objectKey, signal))) return;
      await ledger.release([write]);
      await items.forget([write.id]);
      throw new AppError('file_system.changed');
    },
    /** Ends a stream that is stored and cannot be published. */
    async endStream(storage: Storage, write: ClaimedWrite, object: StoredObject) {
      if (write.createdBy.startsWith('delivery:')) await removeMounted(storage, write, object);
      await streamWrites.giveUp(storage, write);
      await items.forget([write.id]);
    },
  };
}
