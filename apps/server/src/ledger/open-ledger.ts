import type { BucketIndex } from '#bucket-index/bucket-index.ts';
import type { Clock } from '#clock';
import type { Database } from '#database';
import type { BucketWatch } from '#object-store/bucket-watch.ts';
import { createLedger, type WrittenStorage } from './ledger.ts';
import { createEndUploads, createLedgerSweep } from './ledger-sweep.ts';
import { createLockRepository } from './locks/lock-repository.ts';
import { createLocks } from './locks/locks.ts';
import { createFindQuotaLimit } from './quota.ts';
import type { Creators } from './repository.ts';
import { createStreamWrites } from './stream-writes.ts';
import { createDirectUploads } from './uploads/direct-uploads.ts';
import type { ErrorFamily } from './uploads/upload-claim.ts';

export interface OpenLedgerOptions {
  readonly database: Database;
  readonly bucketIndex: BucketIndex;
  readonly watch: BucketWatch;
  readonly findStorage: (id: string) => Promise<WrittenStorage | undefined>;
  readonly maxUploadBytes: () => Promise<number>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Opens the ledger. The only process of a database also ends the writes of a process that was killed. */
export async function openLedger(options: OpenLedgerOptions) {
  const { database, bucketIndex, maxUploadBytes, clock } = options;
  const findLimit = createFindQuotaLimit(bucketIndex.crawler, clock);
  const ledger = createLedger({ ...options, count: bucketIndex.count, findLimit });
  const directUploadsOf = (family: ErrorFamily) =>
    createDirectUploads({ ledger, maxUploadBytes }, family);
  const locks = createLocks(createLockRepository(database.prisma, database.kind), clock);
  const cancelOperations = async (createdBy: Creators) => {
    const where = { createdBy, state: 'running' };
    await database.prisma.operation.updateMany({ where, data: { isCancelled: true } });
  };
  const sweeping = { ...options, ledger, directUploads: directUploadsOf('file_shares') };
  if (database.changes.isSingleProcess) await ledger.endOthers();
  return {
    ledger,
    streamWrites: createStreamWrites(ledger),
    locks,
    directUploadsOf,
    endUploads: createEndUploads({ ...sweeping, locks, cancelOperations }),
    cancelOperations,
    sweep: createLedgerSweep(sweeping),
  };
}
