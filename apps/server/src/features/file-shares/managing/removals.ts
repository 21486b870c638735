import type { Authorized } from '#security/authorized.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type {
  FileShare,
  FileShareChanges,
  PendingDeletion,
  RemovedObjects,
} from '../repository.ts';

const BATCH = 500;

/** Deletes shares and their objects; what a crash or a fault leaves is tried again by the sweeper. */
export interface Removals {
  remove(shares: readonly Authorized<FileShare>[], objects?: RemovedObjects): Promise<void>;
  /** Publishes a share in the place of another. */
  replace(
    replaced: Authorized<FileShare>,
    share: Authorized<FileShare>,
    changes: FileShareChanges,
  ): Promise<void>;
  /** Of what was read a while ago: a commit or an update in the meantime saves a share. */
  removeUnchanged(shares: readonly Authorized<FileShare>[]): Promise<number>;
  /** Deletes objects that were noted and are still there. */
  retry(): Promise<void>;
}

export function createRemovals({
  repository,
  storageConfigs,
  clock,
  onError,
}: FileShareDependencies): Removals {
  const deleteOf = async (configId: string, group: readonly PendingDeletion[]) => {
    const storage = await storageConfigs.find(configId);
    for (const { objectKey, uploadId } of storage ? group : []) {
      if (uploadId !== null) await storage?.store.abortUpload(objectKey, uploadId);
    }
    await storage?.store.remove(group.map(({ objectKey }) => objectKey));
    await repository.forgetDeletions(group.map(({ id }) => id));
  };
  const deleteObjects = async (deletions: readonly PendingDeletion[]) => {
    const byConfig = Map.groupBy(deletions, ({ storageConfigId }) => storageConfigId);
    // The shares are gone either way; a storage that is down neither brings them back nor keeps
    // other storages from being cleaned.
    for (const [configId, group] of byConfig) await deleteOf(configId, group).catch(onError);
  };
  return {
    async remove(shares, objects = 'uploaded') {
      const deletions = await repository.remove(shares, objects, clock.now());
      await deleteObjects(deletions);
    },
    async replace(replaced, share, changes) {
      await deleteObjects(await repository.replace(replaced, share, changes, clock.now()));
    },
    async removeUnchanged(shares) {
      const { removed, deletions } = await repository.removeUnchanged(shares, clock.now());
      await deleteObjects(deletions);
      return removed;
    },
    async retry() {
      await deleteObjects(await repository.listDeletions(BATCH));
    },
  };
}
