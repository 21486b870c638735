import type { CountObjects } from '#bucket-index/bucket-index.ts';
import type { IndexedStorage } from '#bucket-index/indexed-storage.ts';
import type { Clock } from '#clock';
import type { Database } from '#database';
import { readTime } from '#database/read-time.ts';
import { withoutSync } from '#database/without-sync.ts';
import { AppError } from '#errors';
import { createLeaseKeeper, type Hold, readStopwatch, type Stopwatch } from '#leases/hold.ts';
import type { ObjectStore } from '#object-store';
import type { BucketWatch } from '#object-store/bucket-watch.ts';
import { orderedId, randomId } from '#security/random.ts';
import type { Transaction } from './conflicts.ts';
import { countCommit, type SharedObject } from './count-commit.ts';
import type {
  ClaimedWrite,
  ClaimInput,
  KeyedObject,
  NewClaim,
  NewWrite,
  ObjectWrite,
  ReleasedWrite,
  WriteReference,
} from './object-write.ts';
import { CLAIM_MS, type CommittedWrite, IDLE_MS, type WantedWrite } from './planned-write.ts';
import { type FindQuotaLimit, toError } from './quota.ts';
import { type AbandonedWrites, createLedgerRepository } from './repository.ts';
import { commitUncounted, reserveQuickly } from './steps/quick-steps.ts';
import * as steps from './steps/steps.ts';

/** Minimum interval between two extensions of an upload's expiry. */
const EXTEND_INTERVAL_MS = 10 * 60 * 1000;
const RENEW_MS = 10_000;
/** Delay before the sweep tries again to remove a write that it could not remove. */
const POSTPONE_MS = 10 * 60 * 1000;

/** Bucket that writes go to. */
export interface WrittenStorage extends IndexedStorage {
  readonly config: IndexedStorage['config'] & { readonly signsContentLength: boolean };
  readonly store: ObjectStore;
}

export type Ledger = ReturnType<typeof createLedger>;

export interface LedgerDependencies {
  readonly database: Pick<Database, 'prisma' | 'kind' | 'transactTogether'>;
  readonly count: CountObjects;
  readonly findLimit: FindQuotaLimit;
  readonly watch: Pick<BucketWatch, 'written'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Ledger of writes: which caller is about to change which objects, across all replicas. `reserve` takes
 * names and quota, `commit` and `release` give them back. Each step is one transaction.
 */
export function createLedger(dependencies: LedgerDependencies) {
  const { database, count, findLimit, watch, clock, onError } = dependencies;
  const { prisma, kind, transactTogether } = database;
  const context = { kind, clock, count, indexed: new Set<string>() };
  const repository = createLedgerRepository(prisma);
  const readNow = () => readTime(prisma, kind, clock);
  const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
  const leases = createLeaseKeeper({
    ttlMs: CLAIM_MS,
    renewMs: RENEW_MS,
    async renew(tokens) {
      const now = await readNow();
      return repository.renew(tokens, now, after(now, CLAIM_MS));
    },
    onError,
  });
  type Work<Result> = (transaction: Transaction) => Promise<Result>;
  const transact = <Result>(work: Work<Result>) => prisma.$transaction(work);
  /** Losing a reservation in a power cut is fine because its write is lost too, so skip fsync. */
  const transactUnsynced = <Result>(work: Work<Result>) => withoutSync(() => transact(work));

  const plan = ({ config }: WrittenStorage, write: WantedWrite, token: string | null) => ({
    id: write.id ?? orderedId(),
    storageConfigId: config.id,
    write,
    token,
  });
  const reserveOne = async (
    storage: WrittenStorage,
    write: WantedWrite,
    token: string | null,
  ): Promise<ObjectWrite> => {
    const limit = await findLimit(storage);
    const planned = plan(storage, write, token);
    const reserved =
      (limit ? undefined : await withoutSync(() => reserveQuickly(prisma, context, planned))) ??
      (await transactUnsynced((each) => steps.reserve(each, context, planned, limit)));
    if (typeof reserved === 'object' && 'id' in reserved) return reserved;
    throw toError(reserved, limit, write.sizeBytes);
  };
  const keep = <Claimed>(write: Claimed, token: string, takenAt: Stopwatch) => ({
    ...write,
    hold: leases.keep(token, takenAt),
  });
  const endLeases = (writes: readonly (ObjectWrite | ReleasedWrite)[]) => {
    for (const write of writes) if ('hold' in write && write.hold) leases.end(write.hold.token);
  };
  const tell = async ({ storageConfigId }: WriteReference, objects: readonly KeyedObject[]) => {
    if (objects.length === 0) return;
    const lastModified = clock.now();
    const written = objects.map((object) => ({ ...object, lastModified }));
    await watch.written(storageConfigId, written);
  };
  const release = async (writes: readonly ReleasedWrite[]) => {
    endLeases(writes);
    await repository.remove(writes.map(({ id }) => id));
  };

  return {
    ...repository,
    /**
     * Reserves slug and quota for an upload. The name is claimed later, when its object is about to
     * appear.
     *
     * @throws {AppError} `storage.insufficient`, `shares.slug_taken`
     */
    reserve: (storage: WrittenStorage, write: NewWrite) => reserveOne(storage, write, null),
    /**
     * Reserves the write and claims its name, for a write that this process does immediately.
     *
     * @throws {AppError} as `reserve`; `file_system.busy` if another write holds the name,
     *   `file_system.locked`
     */
    async reserveClaimed(storage: WrittenStorage, write: NewClaim): Promise<ClaimedWrite> {
      const token = randomId();
      const takenAt = readStopwatch();
      const row = await reserveOne(storage, write, token);
      const { claim, sizeBytes } = write;
      return keep({ ...row, claim, sizeBytes, claimedAt: row.createdAt }, token, takenAt);
    },
    /**
     * Reserves several writes of one bucket: uploads, or the names of an operation, which keeps them
     * until it is over. Returns writes whose names are held by others as `busy`.
     *
     * @throws {AppError} `storage.insufficient`, and then none is reserved
     */
    async reserveEach(storage: WrittenStorage, writes: readonly WantedWrite[]) {
      const limit = await findLimit(storage);
      const planned = writes.map((write) => plan(storage, write, null));
      const group = await transact((transaction) =>
        steps.reserveEach(transaction, context, planned, limit),
      );
      if (!('usedBytes' in group)) return group;
      throw toError(
        group,
        limit,
        writes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
    },
    /**
     * Claims the name of an upload just before its object appears. Returns `completing` while another
     * call completes the upload, `gone` if the upload is over.
     *
     * @throws {AppError} as `reserveClaimed`
     */
    async claim(
      storage: WrittenStorage,
      write: ObjectWrite,
      { sizeBytes, claim, etag }: ClaimInput,
    ) {
      const limit = await findLimit(storage);
      const token = randomId();
      const takenAt = readStopwatch();
      const claimed = await transactUnsynced((transaction) =>
        steps.claim(transaction, context, write, {
          token,
          sizeBytes,
          claim,
          etag: etag ?? null,
          limit,
        }),
      );
      if (claimed === 'gone' || claimed === 'completing') return claimed;
      if (typeof claimed === 'string' || 'usedBytes' in claimed) {
        throw toError(claimed, limit, sizeBytes);
      }
      return keep({ ...write, claim, sizeBytes, ...claimed }, token, takenAt);
    },
    /** True while a live process completes the upload. A process that was killed does not count. */
    isCompleting: async ({ id }: ObjectWrite) => repository.isCompleting(id, await readNow()),
    /** Releases the claim of an upload whose completion changed nothing in the storage. */
    async reopen(write: ObjectWrite) {
      endLeases([write]);
      await repository.reopen(write.id);
    },
    /**
     * Leaves a write to the sweep, because the storage may have stored it without an answer, or may still do
     * so. Until then it counts in full: the object that it replaces may be removed first.
     */
    async leave(write: ClaimedWrite) {
      endLeases([write]);
      await repository.leave(write.id, BigInt(write.sizeBytes));
    },
    /**
     * Takes an open upload for one request, so that no other request appends to it. Returns undefined
     * while another request has it, or if it is not open.
     */
    async take({ id }: ObjectWrite): Promise<Hold | undefined> {
      const token = randomId();
      const takenAt = readStopwatch();
      const now = await readNow();
      const isTaken = await repository.take(id, token, now, after(now, CLAIM_MS));
      return isTaken ? leases.keep(token, takenAt) : undefined;
    },
    async giveBack({ id }: ObjectWrite, { token }: Hold) {
      leases.end(token);
      await repository.giveBack(id, token);
    },
    /** Returns false if the write was abandoned meanwhile. */
    noteUpload: (id: string, uploadId: string) =>
      withoutSync(async () => {
        const where = { id, state: { not: 'abandoned' } };
        return (await prisma.objectWrite.updateMany({ where, data: { uploadId } })).count > 0;
      }),
    /**
     * Commits a write whose objects are stored.
     *
     * @param isKept true to keep the row for a while, so that it answers a repeat of the call
     * @param shared given if other writes may replace the object at the same time
     * @throws {AppError} `file_system.claim_lost` if its claim has lapsed
     */
    async commit(
      write: CommittedWrite,
      objects: readonly KeyedObject[],
      isKept = false,
      shared?: SharedObject,
    ) {
      try {
        const counted = await countCommit(objects, shared, async (seen) => {
          if (!isKept && (await commitUncounted(prisma, context, write))) return true;
          const options = { isKept, seen };
          return transactTogether((each) => steps.commit(each, context, write, objects, options));
        });
        if (!counted.result && write.hold) throw new AppError('file_system.claim_lost');
        await tell(write, counted.objects);
      } finally {
        endLeases([write]);
      }
    },
    /**
     * Like `commit`, in the caller's own transaction.
     *
     * @returns false if the write is over; then nothing has changed
     * @throws {AppError} `file_system.claim_lost` if its claim has lapsed
     */
    commitIn: async (
      transaction: Transaction,
      write: CommittedWrite,
      objects: readonly KeyedObject[],
    ) =>
      (await commitUncounted(transaction, context, write)) ||
      steps.commit(transaction, context, write, objects),
    /** Call it after the transaction of `commitIn`: stops renewing the lease and invalidates listings. */
    async committed(write: CommittedWrite, objects: readonly KeyedObject[]) {
      endLeases([write]);
      await tell(write, objects);
    },
    /** Counts the objects that an operation has stored so far. */
    async countObjects(write: WriteReference, objects: readonly KeyedObject[]) {
      await transact((transaction) =>
        steps.countObjects(transaction, context, write, objects, clock.now()),
      );
      await tell(write, objects);
    },
    /** Postpones the expiry of an upload that is still active. */
    async extend({ id, updatedAt }: ObjectWrite) {
      const now = clock.now();
      if (now.getTime() - updatedAt.getTime() < EXTEND_INTERVAL_MS) return;
      await repository.extend(id, after(now, IDLE_MS), now);
    },
    /** Postpones the next attempt to sweep a write that cannot be swept now. */
    postpone: ({ id, updatedAt }: ObjectWrite) =>
      repository.extend(id, after(clock.now(), POSTPONE_MS), updatedAt),
    /**
     * Marks writes as abandoned if no process completes them and they are not files yet; returns them.
     */
    abandon: async (where: AbandonedWrites) => repository.abandon(where, await readNow()),
    release,
    /**
     * Releases the names of an operation; uploads that its caller has still to do for it stay reserved.
     */
    releaseOperation: (operationId: string) => steps.releaseOperation(prisma, operationId),
    listEnded: async (take: number) => repository.listEnded(await readNow(), take),
    /** Bytes that open writes have reserved, by storage config. */
    reservedBytes: () => repository.reservedBytes(clock.now()),
    /** Ends the writes of a process that has exited. Only for the single process of a database. */
    endOthers: () => repository.endOthers(clock.now()),
    close: leases.close,
  };
}
