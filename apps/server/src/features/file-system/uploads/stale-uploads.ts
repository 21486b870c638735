import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { UploadSession } from './repository.ts';

const SWEEP_BATCH = 200;
const LIST_PARTS_TIMEOUT_MS = 30_000;

/** Drops uploads in parts that nobody has touched for long; returns how many (CONTRACT A3). */
export type SweepUploads = (untouchedSince: Date) => Promise<number>;

export function createUploadSweeper(
  { repository, clock, onError }: FileSystemDependencies,
  storageConfigs: Pick<StorageConfigService, 'find'>,
): SweepUploads {
  /** A part that arrived lately means that somebody still uploads. */
  const isInProgress = async (session: UploadSession, since: Date) => {
    const storage = await storageConfigs.find(session.storageConfigId);
    const signal = AbortSignal.timeout(LIST_PARTS_TIMEOUT_MS);
    const parts = await storage?.store.listParts(session.objectKey, session.uploadId, signal);
    return (parts ?? []).some(
      ({ lastModified }) => lastModified !== undefined && lastModified > since,
    );
  };
  const drop = async (session: UploadSession) => {
    const storage = await storageConfigs.find(session.storageConfigId);
    await storage?.store.abortUpload(session.objectKey, session.uploadId);
    await repository.remove(session.id);
  };
  return async (untouchedSince) => {
    let dropped = 0;
    for (const session of await repository.listUntouched(untouchedSince, SWEEP_BATCH)) {
      try {
        if (session.completedAt !== null) await repository.remove(session.id);
        else if (await isInProgress(session, untouchedSince)) {
          await repository.touch(session.id, clock.now());
        } else {
          await drop(session);
          dropped += 1;
        }
      } catch (error) {
        // A storage that is down keeps its own uploads only, and not at the head of the line.
        onError(error);
        await repository.touch(session.id, clock.now());
      }
    }
    return dropped;
  };
}
