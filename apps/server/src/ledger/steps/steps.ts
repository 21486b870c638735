import {
  type ClaimedAt,
  FREE,
  findTaken,
  isSlugTaken,
  lockFor,
  type Transaction,
} from '../conflicts.ts';
import type { SeenObjects } from '../count-commit.ts';
import type { Claim, KeyedObject, NewWrite, ObjectWrite } from '../object-write.ts';
import {
  afterClaim,
  type CommittedWrite,
  claimOf,
  keptMs,
  type LedgerContext,
  type PlannedWrite,
  toRow,
  wantedClaimOf,
} from '../planned-write.ts';
import { findAdded, findShortage, type QuotaLimit, type Refusal } from '../quota.ts';

/** Reserves the name, slug and quota of a write. */
export async function reserve(
  transaction: Transaction,
  { kind, clock }: LedgerContext,
  planned: PlannedWrite,
  limit: QuotaLimit | undefined,
): Promise<ObjectWrite | Refusal> {
  const { id, storageConfigId, write } = planned;
  const { claim, slug, sizeBytes, objectKey } = write;
  const guarded = { storageConfigId, claim, slug, hasLimit: limit !== undefined };
  const now = await lockFor(transaction, kind, guarded, clock);
  if (slug !== undefined && (await isSlugTaken(transaction, slug, id))) return 'slug_taken';
  const wanted = wantedClaimOf(planned);
  if (wanted) {
    const [taken] = (await findTaken(transaction, storageConfigId, [wanted], now)).values();
    if (taken) return taken === 'locked' ? 'locked' : 'claimed';
  }
  const bytes = { id, storageConfigId, objectKey, sizeBytes, limit };
  const shortage = await findShortage(transaction, bytes, now);
  if (shortage) return shortage;
  const reservedBytes =
    write.kind === 'stream' ? BigInt(sizeBytes) : (await findAdded(transaction, bytes)).bytes;
  const row = toRow(planned, now);
  await transaction.objectWrite.create({
    data: { ...row, ...claimOf(planned, now), reservedBytes },
    select: { id: true },
  });
  return row;
}

/** Result of reserving several writes. */
export interface ReservedGroup {
  readonly reserved: readonly ObjectWrite[];
  readonly busy: readonly { readonly write: NewWrite; readonly claimedAt: ClaimedAt }[];
}

/**
 * Reserves several writes of one bucket, skipping names that others hold. Either all writes have a
 * claim or none has. If the quota is too small for all, none is reserved.
 */
export async function reserveEach(
  transaction: Transaction,
  { kind, clock }: LedgerContext,
  planned: readonly PlannedWrite[],
  limit: QuotaLimit | undefined,
): Promise<ReservedGroup | { readonly usedBytes: number }> {
  const [first] = planned;
  if (!first) return { reserved: [], busy: [] };
  const { id, storageConfigId } = first;
  const guarded = { storageConfigId, claim: first.write.claim, hasLimit: limit !== undefined };
  const now = await lockFor(transaction, kind, guarded, clock);
  const claims = planned.flatMap((each) => wantedClaimOf(each) ?? []);
  const taken = await findTaken(transaction, storageConfigId, claims, now);
  const sizeBytes = planned.reduce((sum, { write }) => sum + write.sizeBytes, 0);
  // The empty key matches no object, so that nothing counts as overwritten.
  const wanted = { id, storageConfigId, objectKey: '', sizeBytes, limit };
  const shortage = await findShortage(transaction, wanted, now);
  if (shortage) return shortage;
  const free = planned.filter((each) => !taken.has(each.id));
  const data = free.map((each) => ({
    ...toRow(each, now),
    ...claimOf(each, now),
    reservedBytes: BigInt(each.write.sizeBytes),
  }));
  await transaction.objectWrite.createMany({ data });
  const busy = planned.flatMap(({ id: own, write }) => {
    const claimedAt = taken.get(own);
    return claimedAt ? [{ write, claimedAt }] : [];
  });
  return { reserved: free.map((each) => toRow(each, now)), busy };
}

/** Input of a claim, when the object is about to appear. */
export interface ClaimInput {
  readonly claim: Claim;
  readonly token: string;
  readonly sizeBytes: number;
  /** ETag that the object will have, if it can be computed. */
  readonly etag: string | null;
  readonly limit: QuotaLimit | undefined;
}

/** Name that was claimed. `isReplacing` says whether it has an object, and is undefined without an index. */
export interface TakenName {
  readonly claimedAt: Date;
  readonly isReplacing: boolean | undefined;
}

/**
 * Claims the name of an upload and reserves quota for its final size. Returns `completing` while
 * another process completes it, `gone` if it is over.
 */
export async function claim(
  transaction: Transaction,
  { kind, clock }: LedgerContext,
  write: ObjectWrite,
  input: ClaimInput,
): Promise<Refusal | 'gone' | 'completing' | TakenName> {
  const { id, storageConfigId, objectKey } = write;
  const { token: holder, sizeBytes, etag, limit } = input;
  const guarded = { storageConfigId, claim: input.claim, hasLimit: limit !== undefined };
  const now = await lockFor(transaction, kind, guarded, clock);
  const isFree = [{ state: 'open' }, { state: 'completing', claimedUntil: { lte: now } }];
  const claimed = { claim: input.claim, holder, claimedUntil: afterClaim(now) };
  const { count: taken } = await transaction.objectWrite.updateMany({
    where: { id, OR: isFree },
    data: { ...claimed, state: 'completing', etag, size: BigInt(sizeBytes), updatedAt: now },
  });
  if (taken === 0) {
    const select = { state: true } as const;
    const row = await transaction.objectWrite.findUnique({ where: { id }, select });
    return row?.state === 'completing' ? 'completing' : 'gone';
  }
  const bytes = { id, storageConfigId, objectKey, sizeBytes, limit };
  const refusal =
    (await findNameRefusal(transaction, write, input.claim, now)) ??
    (await findShortage(transaction, bytes, now));
  if (refusal) {
    await transaction.objectWrite.updateMany({ where: { id }, data: { ...FREE, state: 'open' } });
    return refusal;
  }
  const { bytes: reservedBytes, isReplacing } = await findAdded(transaction, bytes);
  await transaction.objectWrite.updateMany({ where: { id }, data: { reservedBytes } });
  return { isReplacing, claimedAt: now };
}

/** Returns undefined for a share, because no other write can want its random key. */
async function findNameRefusal(
  transaction: Transaction,
  write: ObjectWrite,
  wanted: Claim,
  now: Date,
): Promise<'locked' | 'claimed' | undefined> {
  if (write.kind === 'file_share') return undefined;
  const claims = [{ ...write, claim: wanted }];
  const [taken] = (await findTaken(transaction, write.storageConfigId, claims, now)).values();
  return taken && (taken === 'locked' ? 'locked' : 'claimed');
}

export interface CommitOptions {
  /** True to keep the row for a while, so that it answers a repeat of the call. */
  readonly isKept?: boolean;
  /** Objects to count, by default those of the write. */
  readonly seen?: SeenObjects | undefined;
}

/**
 * Commits a write whose objects are stored: counts them, and releases name and quota.
 *
 * @returns false if the write is over or another process has its claim; then nothing has changed
 * @throws {AppError} `file_system.claim_lost` if the claim has lapsed
 * @throws {CountedMeanwhile} if another write of the object was counted after `seen.since`
 */
export async function commit(
  transaction: Transaction,
  { count, indexed, clock }: Pick<LedgerContext, 'count' | 'indexed' | 'clock'>,
  write: CommittedWrite,
  objects: readonly KeyedObject[],
  { isKept = false, seen = { objects } }: CommitOptions = {},
): Promise<boolean> {
  const { objectWrite } = transaction;
  const { id, storageConfigId, hold } = write;
  hold?.assertHeld();
  const now = clock.now();
  const where = hold ? { id, holder: hold.token } : { id, state: { not: 'abandoned' } };
  const [object] = objects;
  const stored = object ? { etag: object.etag, size: BigInt(object.size) } : {};
  const kept = { ...FREE, ...stored, state: 'stored', reservedBytes: 0n, updatedAt: now };
  const expiresAt = new Date(now.getTime() + keptMs(write));
  const { count: ended } = isKept
    ? await objectWrite.updateMany({ where, data: { ...kept, expiresAt } })
    : await objectWrite.deleteMany({ where });
  if (ended === 0) return false;
  const isIndexed = await count(transaction, storageConfigId, seen.objects, now, seen.since);
  if (isIndexed) indexed.add(storageConfigId);
  return true;
}

/** Like `commit`, for an operation that continues: counts the objects and releases their quota. */
export async function countObjects(
  transaction: Transaction,
  { count }: Pick<LedgerContext, 'count'>,
  { id, storageConfigId }: Pick<ObjectWrite, 'id' | 'storageConfigId'>,
  objects: readonly KeyedObject[],
  now: Date,
): Promise<void> {
  const bytes = objects.reduce((sum, { size }) => sum + BigInt(size), 0n);
  await transaction.objectWrite.updateMany({
    where: { id, reservedBytes: { gte: bytes } },
    data: { reservedBytes: { decrement: bytes }, updatedAt: now },
  });
  await count(transaction, storageConfigId, objects, now);
}

/** Releases the names of an operation; uploads that its caller has still to do for it stay reserved. */
export async function releaseOperation(
  transaction: Pick<Transaction, 'objectWrite'>,
  operationId: string,
): Promise<void> {
  await transaction.objectWrite.deleteMany({ where: { operationId, kind: 'change' } });
}
