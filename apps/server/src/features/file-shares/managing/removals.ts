import type { Authorized } from '#security/authorized.ts';
import type { PendingDeletion } from '#share-items/unowned-objects.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare, RemovedObjects } from '../repository.ts';

const BATCH = 500;

export type Removals = ReturnType<typeof createRemovals>;

/** Deletes shares and their objects. The sweep retries deletions that a crash or fault has left. */
export function createRemovals({
  repository,
  storageConfigs,
  clock,
  onError,
}: FileShareDependencies) {
  /** Returns how many deletions failed. */
  const deleteOf = async (configId: string, group: readonly PendingDeletion[]) => {
    const storage = await storageConfigs.find(configId);
    for (const { objectKey, uploadId } of storage ? group : []) {
      if (uploadId !== null) await storage?.store.abortUpload(objectKey, uploadId);
    }
    const failed = await storage?.store.removeEach(group.map(({ objectKey }) => objectKey));
    const left = new Map(failed?.map(({ key, code }) => [key, code]));
    const done = group.filter(({ objectKey }) => !left.has(objectKey));
    await repository.forgetDeletions(done.map(({ id }) => id));
    // An object that the storage does not let go of, such as a locked one, keeps no other from being deleted.
    for (const [key, code] of left) onError(new Error(`${code}: ${key} of ${configId} stays`));
    return group.length - done.length;
  };
  const deleteAllOf = async (configId: string) => {
    for (let failed = 0; ; ) {
      const noted = await repository.listDeletions(configId, BATCH, failed);
      if (noted.length > 0) failed += await deleteOf(configId, noted);
      if (noted.length < BATCH) return;
    }
  };
  /** Deletes objects that a transaction has recorded. */
  const deleteObjects = async (deletions: readonly PendingDeletion[]) => {
    const byConfig = Map.groupBy(deletions, ({ storageConfigId }) => storageConfigId);
    // The shares are deleted either way. A storage that is down neither keeps other storages from being cleaned,
    // nor adds its timeout to theirs.
    await Promise.all(
      [...byConfig].map(([configId, group]) => deleteOf(configId, group).catch(onError)),
    );
  };
  return {
    async remove(shares: readonly Authorized<FileShare>[], objects: RemovedObjects = 'owned') {
      const deletions = await repository.remove(shares, objects, clock.now());
      await deleteObjects(deletions);
    },
    deleteNoted: deleteObjects,
    /**
     * Removes shares that have not changed since they were read; a concurrent commit or update saves a
     * share.
     */
    async removeUnchanged(shares: readonly Authorized<FileShare>[]): Promise<number> {
      const { removed, deletions } = await repository.removeUnchanged(shares, clock.now());
      await deleteObjects(deletions);
      return removed;
    },
    /** Retries pending deletions. */
    async retry() {
      // Goes storage by storage, so that a dead one delays no other.
      for (const configId of await repository.listDeletionStorages()) {
        await deleteAllOf(configId).catch(onError);
      }
    },
  };
}
