import type { IndexedStorage } from '#bucket-index/indexed-storage.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import type { BucketWatch } from '#object-store/bucket-watch.ts';
import { randomId } from '#security/random.ts';
import type { ClaimedAt, Refusal } from './conflicts.ts';
import type { Claim, LandedObject, NewWrite, ObjectWrite } from './object-write.ts';
import type { AbandonedWrites, LedgerRepository } from './repository.ts';
import { type FindRoomLimit, noRoom, type RoomLimit } from './room.ts';

/** How long an upload may go without a sign of life (CONTRACT A3). */
export const IDLE_MS = 24 * 60 * 60 * 1000;
/** A sign of life is written this often at most. */
const EXTEND_INTERVAL_MS = 10 * 60 * 1000;
/** Whoever writes renews its claims; after this long without, it is dead. */
const CLAIM_MS = 30_000;
const RENEW_MS = 10_000;
/** The claims of a journaled operation end with it, and with nothing else. */
const UNTIL_ITS_OPERATION_ENDS = new Date('9999-12-31T00:00:00Z');
/** How long what cannot be swept waits for the next attempt. */
const POSTPONE_MS = 10 * 60 * 1000;
/** How long a stored upload answers the same call once more. */
const ANSWER_MS = 60 * 60 * 1000;

/** A bucket that is written to. */
export interface WrittenStorage extends IndexedStorage {
  readonly store: ObjectStore;
}

/** The claim that a write takes while its object appears. */
export interface LandingInput {
  readonly sizeBytes: number;
  readonly claim: Claim;
  readonly etag?: string | undefined;
}

/**
 * What is about to be written, by whom and where, on all replicas. Names and room are taken in the
 * transaction that begins a write, and given back in the one that ends it.
 */
export interface Ledger
  extends Pick<
    LedgerRepository,
    | 'find'
    | 'listOf'
    | 'findBySlug'
    | 'findByUpload'
    | 'findByKey'
    | 'listOpen'
    | 'listOfOperation'
    | 'noteUpload'
    | 'change'
  > {
  /**
   * @throws {AppError} `storage.insufficient`, `shares.slug_taken`, `file_system.busy` where
   *   somebody else is writing the name, or `file_system.locked`
   */
  begin(storage: WrittenStorage, write: NewWrite): Promise<ObjectWrite>;
  /**
   * Begins several writes of one bucket, with the same kind of claim or with none: those whose names
   * nobody else uses or has locked. Names of one group are not in each other's way.
   *
   * @throws {AppError} `storage.insufficient`, and then none is begun
   */
  beginAll(storage: WrittenStorage, writes: readonly NewWrite[]): Promise<BegunGroup>;
  /**
   * Takes the name, and the room for what it has become, just before the object appears. False where
   * the write is over, or somebody else is landing it.
   *
   * @throws {AppError} as `begin`
   */
  land(
    storage: WrittenStorage,
    write: ObjectWrite,
    input: LandingInput,
  ): Promise<'taken' | 'landing' | 'gone'>;
  /** Whether somebody who is alive is landing a write; what a killed process was landing may be taken. */
  isLanding(write: ObjectWrite): Promise<boolean>;
  reopen(write: ObjectWrite): Promise<void>;
  /** What has appeared under the name of a write; it answers the same call for a while. */
  store(write: ObjectWrite, objects: readonly LandedObject[]): Promise<void>;
  /** The same of a write that nobody asks about again. */
  finish(write: ObjectWrite, objects: readonly LandedObject[]): Promise<void>;
  /** The same of a write that goes on. */
  progress(write: WriteReference, objects: readonly LandedObject[]): Promise<void>;
  /** The same of a write whose row went in a transaction of the caller's, with `SettleWrite`. */
  settled(write: ObjectWrite, objects: readonly LandedObject[]): Promise<void>;
  /** A sign of life. */
  extend(write: ObjectWrite): Promise<void>;
  /** Leaves what cannot be swept now for later. */
  postpone(write: ObjectWrite): Promise<void>;
  /** Ends writes that nobody is landing right now, and that are no files yet; says which. */
  abandon(where: AbandonedWrites): Promise<readonly ObjectWrite[]>;
  remove(writes: readonly Pick<ObjectWrite, 'id'>[]): Promise<void>;
  /** Frees the names that an operation holds; what a caller is to upload for it stays. */
  releaseOperation(operationId: string): Promise<void>;
  listEnded(take: number): Promise<readonly ObjectWrite[]>;
  /** Bytes that writes under way keep, by storage config. */
  reservedBytes(): Promise<ReadonlyMap<string, number>>;
  /** Frees what a process that is gone was writing; for the only process of a database. */
  endOthers(): Promise<void>;
  close(): Promise<void>;
}

/** Which write, and where. */
export type WriteReference = Pick<ObjectWrite, 'id' | 'storageConfigId'>;

/** What came of several writes. */
export interface BegunGroup {
  readonly begun: readonly ObjectWrite[];
  readonly busy: readonly { readonly write: ObjectWrite; readonly claimedAt: ClaimedAt }[];
}

export interface LedgerDependencies {
  readonly repository: LedgerRepository;
  readonly findLimit: FindRoomLimit;
  readonly watch: Pick<BucketWatch, 'written'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createLedger(dependencies: LedgerDependencies): Ledger {
  const { repository, findLimit, watch, clock } = dependencies;
  const holder = randomId();
  const now = () => clock.now();
  const after = (ms: number) => new Date(now().getTime() + ms);
  const heartbeat = createHeartbeat(dependencies, holder, () => after(CLAIM_MS));
  const remove: Ledger['remove'] = async (writes) => {
    for (const { id } of writes) heartbeat.end(id);
    await repository.remove(writes.map(({ id }) => id));
  };
  const tell = async ({ storageConfigId }: WriteReference, objects: readonly LandedObject[]) => {
    if (objects.length === 0) return;
    const lastModified = now();
    await watch.written(
      storageConfigId,
      objects.map((object) => ({ ...object, lastModified })),
    );
  };
  return {
    ...repository,
    async begin(storage, write) {
      const limit = await findLimit(storage);
      const row = newRow(storage, write, now(), holder);
      const refusal = await repository.begin(row, inputOf(write, limit), now());
      if (refusal) throw errorOf(refusal, limit, write.sizeBytes);
      if (row.holder) heartbeat.begin(row.id);
      return row;
    },
    async beginAll(storage, writes) {
      const limit = await findLimit(storage);
      const rows = writes.map((write) => newRow(storage, write, now(), holder));
      const claimed = await repository.beginAll(rows, writes, limit, now());
      if ('usedBytes' in claimed) {
        const sizeBytes = writes.reduce((sum, write) => sum + write.sizeBytes, 0);
        throw errorOf(claimed, limit, sizeBytes);
      }
      const begun = rows.filter(({ id }) => !claimed.has(id));
      for (const row of begun) if (row.holder) heartbeat.begin(row.id);
      const busy = rows.flatMap((write) => {
        const claimedAt = claimed.get(write.id);
        return claimedAt ? [{ write, claimedAt }] : [];
      });
      return { begun, busy };
    },
    async land(storage, write, { sizeBytes, claim, etag }) {
      const limit = await findLimit(storage);
      const landing = { sizeBytes, claim, etag: etag ?? null, limit, holder };
      const claimedUntil = after(CLAIM_MS);
      const refusal = await repository.land(write, { ...landing, claimedUntil }, now());
      if (refusal === 'gone' || refusal === 'landing') return refusal;
      if (refusal) throw errorOf(refusal, limit, sizeBytes);
      heartbeat.begin(write.id);
      return 'taken';
    },
    isLanding: ({ id }) => repository.isLanding(id, now()),
    async reopen({ id }) {
      heartbeat.end(id);
      await repository.reopen(id);
    },
    async store(write, objects) {
      heartbeat.end(write.id);
      // A share is not public yet, and may take its time to be.
      const keptMs = write.kind === 'file_share' ? IDLE_MS : ANSWER_MS;
      await repository.settle(write, objects, now(), after(keptMs));
      await tell(write, objects);
    },
    async finish(write, objects) {
      heartbeat.end(write.id);
      await repository.settle(write, objects, now(), undefined);
      await tell(write, objects);
    },
    async progress(write, objects) {
      await repository.progress(write, objects, now());
      await tell(write, objects);
    },
    async settled(write, objects) {
      heartbeat.end(write.id);
      await tell(write, objects);
    },
    async extend({ id, updatedAt }) {
      if (now().getTime() - updatedAt.getTime() < EXTEND_INTERVAL_MS) return;
      await repository.extend(id, after(IDLE_MS), now());
    },
    postpone: ({ id, updatedAt }) => repository.extend(id, after(POSTPONE_MS), updatedAt),
    abandon: (where) => repository.abandon(where, now()),
    remove,
    async releaseOperation(operationId) {
      const writes = await repository.listOfOperation(operationId);
      await remove(writes.filter(({ kind }) => kind === 'change'));
    },
    listEnded: (take) => repository.listEnded(now(), take),
    reservedBytes: () => repository.reservedBytes(now()),
    endOthers: () => repository.endOthers(holder, now()),
    close: heartbeat.close,
  };
}

function newRow({ config }: WrittenStorage, write: NewWrite, now: Date, holder: string) {
  const { kind, objectKey, mountId, slug, details, createdBy, declaredBytes, partSize } = write;
  const { operationId, isJournaled = false } = write;
  const claimEnd = isJournaled ? UNTIL_ITS_OPERATION_ENDS : new Date(now.getTime() + CLAIM_MS);
  const claimedUntil = write.claim ? claimEnd : undefined;
  return {
    id: write.id ?? randomId(),
    storageConfigId: config.id,
    mountId: mountId ?? null,
    objectKey,
    kind,
    state: claimedUntil ? ('completing' as const) : ('open' as const),
    claim: write.claim ?? null,
    claimedUntil: claimedUntil ?? null,
    // Nobody has to renew what lasts anyway.
    holder: claimedUntil && !isJournaled ? holder : null,
    operationId: operationId ?? null,
    declaredBytes: declaredBytes === undefined ? null : BigInt(declaredBytes),
    partSize: partSize === undefined ? null : BigInt(partSize),
    mayOverwrite: write.mayOverwrite ?? false,
    ifMatch: write.ifMatch ?? null,
    ifNoneMatch: write.ifNoneMatch ?? null,
    uploadId: null,
    slug: slug ?? null,
    details: details ?? null,
    etag: null,
    size: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    expiresAt: claimedUntil ?? new Date(now.getTime() + IDLE_MS),
  };
}

function inputOf({ sizeBytes, lockTokens, isReplacing }: NewWrite, limit: RoomLimit | undefined) {
  return { sizeBytes, lockTokens, isReplacing, limit };
}

function errorOf(refusal: Refusal, limit: RoomLimit | undefined, sizeBytes: number): AppError {
  if (refusal === 'slug_taken') return new AppError('shares.slug_taken');
  if (refusal === 'locked') return new AppError('file_system.locked');
  if (refusal === 'claimed' || !limit) return new AppError('file_system.busy');
  return noRoom(limit, refusal.usedBytes, sizeBytes);
}

/** Renews the claims of what this process is writing, for as long as there is any. */
function createHeartbeat(
  { repository, onError }: LedgerDependencies,
  holder: string,
  claimEnd: () => Date,
) {
  const writing = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let renewing = Promise.resolve();
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    begin(id: string) {
      writing.add(id);
      timer ??= setInterval(() => {
        renewing = repository.renew(holder, claimEnd()).catch(onError);
      }, RENEW_MS).unref();
    },
    end(id: string) {
      writing.delete(id);
      if (writing.size === 0) stop();
    },
    async close() {
      stop();
      await renewing;
    },
  };
}
