import type { Authorized } from '#security/authorized.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare, PendingDeletion, RemovedObjects } from '../repository.ts';

const BATCH = 500;

export type Removals = ReturnType<typeof createRemovals>;

/** Deletes shares and their objects; what a crash or a fault leaves is tried again by the sweeper. */
export function createRemovals({
  repository,
  storageConfigs,
  clock,
  onError,
}: FileShareDependencies) {
  const deleteOf = async (configId: string, group: readonly PendingDeletion[]) => {
    const storage = await storageConfigs.find(configId);
    for (const { objectKey, uploadId } of storage ? group : []) {
      if (uploadId !== null) await storage?.store.abortUpload(objectKey, uploadId);
    }
    await storage?.store.remove(group.map(({ objectKey }) => objectKey));
    await repository.forgetDeletions(group.map(({ id }) => id));
  };
  const deleteAllOf = async (configId: string) => {
    for (;;) {
      const noted = await repository.listDeletions(configId, BATCH);
      if (noted.length > 0) await deleteOf(configId, noted);
      if (noted.length < BATCH) return;
    }
  };
  /** Deletes objects that a transaction has noted. */
  const deleteObjects = async (deletions: readonly PendingDeletion[]) => {
    const byConfig = Map.groupBy(deletions, ({ storageConfigId }) => storageConfigId);
    // The shares are gone either way; a storage that is down neither brings them back nor keeps
    // other storages from being cleaned.
    for (const [configId, group] of byConfig) await deleteOf(configId, group).catch(onError);
  };
  return {
    async remove(shares: readonly Authorized<FileShare>[], objects: RemovedObjects = 'owned') {
      const deletions = await repository.remove(shares, objects, clock.now());
      await deleteObjects(deletions);
    },
    deleteNoted: deleteObjects,
    /**
     * Removes shares that have not changed since they were read; a commit or an update in the meantime saves a
     * share.
     */
    async removeUnchanged(shares: readonly Authorized<FileShare>[]): Promise<number> {
      const { removed, deletions } = await repository.removeUnchanged(shares, clock.now());
      await deleteObjects(deletions);
      return removed;
    },
    /** Deletes objects that were noted and are still there. */
    async retry() {
      // Storage by storage: one that is dead keeps its own waiting, and nobody else's.
      for (const configId of await repository.listDeletionStorages()) {
        await deleteAllOf(configId).catch(onError);
      }
    },
  };
}
