import type { Clock } from '#clock';
import type { Fence } from '#leases/hold.ts';
import type { Ledger, WrittenStorage } from './ledger.ts';
import type { Locks } from './locks/locks.ts';
import type { ObjectWrite } from './object-write.ts';
import { IDLE_MS } from './planned-write.ts';
import type { AbandonedWrites, Creators } from './repository.ts';
import { type DirectUploads, LIST_PARTS_TIMEOUT_MS } from './uploads/direct-uploads.ts';

const BATCH = 200;

/**
 * Aborts uploads without recent parts, and removes their parts; returns how many (CONTRACT A3).
 *
 * @param fence checked after each batch
 */
export type SweepLedger = (fence: Fence) => Promise<number>;

export interface LedgerSweepDependencies {
  readonly ledger: Ledger;
  readonly directUploads: Pick<DirectUploads, 'abandon'>;
  readonly findStorage: (id: string) => Promise<WrittenStorage | undefined>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createLedgerSweep(dependencies: LedgerSweepDependencies): SweepLedger {
  const { ledger, directUploads, findStorage, clock, onError } = dependencies;

  /** A recent part means that the client is still uploading. */
  const isAlive = async (storage: WrittenStorage, write: ObjectWrite) => {
    const { state, uploadId, objectKey } = write;
    const since = new Date(clock.now().getTime() - IDLE_MS);
    if (state !== 'open' || uploadId === null) return false;
    const signal = AbortSignal.timeout(LIST_PARTS_TIMEOUT_MS);
    const parts = await storage.store.listParts(objectKey, uploadId, signal);
    return (parts ?? []).some(
      ({ lastModified }) => lastModified !== undefined && lastModified > since,
    );
  };
  const sweepOne = async (write: ObjectWrite): Promise<boolean> => {
    const storage = await findStorage(write.storageConfigId);
    if (!storage || (write.state === 'stored' && write.details === null)) {
      await ledger.release([write]);
      return false;
    }
    if (await isAlive(storage, write)) {
      await ledger.extend(write);
      return false;
    }
    return directUploads.abandon(storage, write);
  };

  return async (fence) => {
    const silent = new Set<string>();
    let ended = 0;
    for (;;) {
      const writes = await ledger.listEnded(BATCH);
      for (const write of writes) {
        try {
          // Asks a storage that failed only once per run, because its timeouts would add up to hours.
          if (silent.has(write.storageConfigId)) await ledger.postpone(write);
          else if (await sweepOne(write)) ended += 1;
        } catch (error) {
          silent.add(write.storageConfigId);
          onError(error);
          await ledger.postpone(write);
        }
      }
      fence.assertHeld();
      if (writes.length < BATCH) return ended;
    }
  };
}

/**
 * Cancels the long operations of a caller that has lost a right. The processes that run them, or take
 * them over, notice when they next renew their leases.
 */
export type CancelOperations = (createdBy: Creators) => Promise<void>;

/**
 * Ends open writes, such as those of a deleted API key, mount or storage. If a storage fails to remove
 * them now, the sweep does so later.
 */
export type EndUploads = (where: AbandonedWrites) => Promise<void>;

export function createEndUploads({
  ledger,
  directUploads,
  findStorage,
  locks,
  cancelOperations,
  onError,
}: Omit<LedgerSweepDependencies, 'clock'> & {
  readonly locks: Pick<Locks, 'releaseOf'>;
  readonly cancelOperations: CancelOperations;
}): EndUploads {
  // Ends at the first failure, because the timeouts of a silent storage would add up while the caller waits.
  const abandonAll = async (storageConfigId: string, writes: readonly ObjectWrite[]) => {
    const storage = await findStorage(storageConfigId);
    if (!storage) return;
    for (const write of writes) await directUploads.abandon(storage, write);
  };
  return async (where) => {
    if ('createdBy' in where) {
      await locks.releaseOf(where.createdBy);
      await cancelOperations(where.createdBy);
    }
    const byStorage = Map.groupBy(await ledger.abandon(where), (write) => write.storageConfigId);
    await Promise.all([...byStorage].map(([id, writes]) => abandonAll(id, writes).catch(onError)));
  };
}
