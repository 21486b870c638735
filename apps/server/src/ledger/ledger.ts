import type { IndexedStorage } from '#bucket-index/indexed-storage.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import type { BucketWatch } from '#object-store/bucket-watch.ts';
import { randomId } from '#security/random.ts';
import type { Refusal } from './conflicts.ts';
import type { Claim, LandedObject, NewWrite, ObjectWrite } from './object-write.ts';
import type { AbandonedWrites, LedgerRepository } from './repository.ts';
import { type FindRoomLimit, noRoom, type RoomLimit } from './room.ts';

/** How long an upload may go without a sign of life (CONTRACT A3). */
export const IDLE_MS = 24 * 60 * 60 * 1000;
/** Whoever writes renews its claims; after this long without, it is dead. */
const CLAIM_MS = 30_000;
const RENEW_MS = 10_000;
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
    | 'noteUpload'
    | 'change'
  > {
  /**
   * @throws {AppError} `storage.insufficient`, `shares.slug_taken`, or `file_system.busy` where
   *   somebody else is writing the name
   */
  begin(storage: WrittenStorage, write: NewWrite): Promise<ObjectWrite>;
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
  progress(write: ObjectWrite, objects: readonly LandedObject[]): Promise<void>;
  /** The same of a write whose row went in a transaction of the caller's, with `SettleWrite`. */
  settled(write: ObjectWrite, objects: readonly LandedObject[]): Promise<void>;
  /** A sign of life. */
  extend(write: ObjectWrite): Promise<void>;
  /** Leaves what cannot be swept now for later. */
  postpone(write: ObjectWrite): Promise<void>;
  /** Ends writes that nobody is landing right now, and that are no files yet; says which. */
  abandon(where: AbandonedWrites): Promise<readonly ObjectWrite[]>;
  remove(writes: readonly ObjectWrite[]): Promise<void>;
  listEnded(take: number): Promise<readonly ObjectWrite[]>;
  /** Frees what a process that is gone was writing; for the only process of a database. */
  endOthers(): Promise<void>;
  close(): Promise<void>;
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
  const tell = async ({ storageConfigId }: ObjectWrite, objects: readonly LandedObject[]) => {
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
      const row = newRow(storage, write, now(), write.claim ? after(CLAIM_MS) : undefined, holder);
      const refusal = await repository.begin(row, write.sizeBytes, limit, now());
      if (refusal) throw errorOf(refusal, limit, write.sizeBytes);
      if (write.claim) heartbeat.begin(row.id);
      return row;
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
    extend: ({ id }) => repository.extend(id, after(IDLE_MS), now()),
    postpone: ({ id, updatedAt }) => repository.extend(id, after(POSTPONE_MS), updatedAt),
    abandon: (where) => repository.abandon(where, now()),
    async remove(writes) {
      for (const { id } of writes) heartbeat.end(id);
      await repository.remove(writes.map(({ id }) => id));
    },
    listEnded: (take) => repository.listEnded(now(), take),
    endOthers: () => repository.endOthers(holder, now()),
    close: heartbeat.close,
  };
}

function newRow(
  { config }: WrittenStorage,
  write: NewWrite,
  now: Date,
  claimedUntil: Date | undefined,
  holder: string,
) {
  const { kind, objectKey, mountId, slug, details, createdBy, declaredBytes, partSize } = write;
  return {
    id: write.id ?? randomId(),
    storageConfigId: config.id,
    mountId: mountId ?? null,
    objectKey,
    kind,
    state: claimedUntil ? ('completing' as const) : ('open' as const),
    claim: write.claim ?? null,
    claimedUntil: claimedUntil ?? null,
    holder: claimedUntil ? holder : null,
    declaredBytes: declaredBytes === undefined ? null : BigInt(declaredBytes),
    partSize: partSize === undefined ? null : BigInt(partSize),
    mayOverwrite: write.mayOverwrite ?? false,
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

function errorOf(refusal: Refusal, limit: RoomLimit | undefined, sizeBytes: number): AppError {
  if (refusal === 'slug_taken') return new AppError('shares.slug_taken');
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
