import type { Authorized } from '#security/authorized.ts';
import type { FileShareDependencies } from './dependencies.ts';
import type { FileShare, PendingDeletion } from './repository.ts';

const BATCH = 500;

/** Deletes shares and their objects; what a crash or a fault leaves is tried again by the sweeper. */
export interface Removals {
  remove(shares: readonly Authorized<FileShare>[], mode?: 'both' | 'record_only'): Promise<void>;
  /** Deletes objects that were noted and are still there. */
  retry(): Promise<void>;
}

export function createRemovals({
  repository,
  storageConfigs,
  clock,
  onError,
}: FileShareDependencies): Removals {
  const deleteObjects = async (deletions: readonly PendingDeletion[]) => {
    const byConfig = Map.groupBy(deletions, ({ storageConfigId }) => storageConfigId);
    for (const [configId, group] of byConfig) {
      const storage = await storageConfigs.find(configId);
      for (const { objectKey, uploadId } of storage ? group : []) {
        if (uploadId !== null) await storage?.store.abortUpload(objectKey, uploadId);
      }
      await storage?.store.remove(group.map(({ objectKey }) => objectKey));
      await repository.forgetDeletions(group.map(({ id }) => id));
    }
  };
  return {
    async remove(shares, mode = 'both') {
      const deletions = await repository.remove(shares, mode === 'both', clock.now());
      // The shares are gone either way; a storage that is down is no reason to bring them back.
      await deleteObjects(deletions).catch(onError);
    },
    async retry() {
      await deleteObjects(await repository.listDeletions(BATCH));
    },
  };
}
