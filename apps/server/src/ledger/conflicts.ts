import type { Prisma } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import type { Claim } from './object-write.ts';
import type { RoomLimit } from './room.ts';

export type Transaction = Prisma.TransactionClient;

/** What a write asks for in its storage. */
export interface Wanted {
  /** Itself, where it has a row already. */
  readonly id: string;
  readonly storageConfigId: string;
  readonly objectKey: string;
  readonly sizeBytes: number;
  readonly claim: Claim | undefined;
  readonly slug: string | undefined;
  readonly limit: RoomLimit | undefined;
}

/** Why a write cannot begin; `usedBytes` where there is no room. */
export type Refusal = 'claimed' | 'slug_taken' | { readonly usedBytes: number };

/**
 * Holds what is about to be looked at until the transaction ends, so that nobody else finds the same
 * name free or the same room. SQLite has one writer anyway.
 */
export async function lockFor(
  transaction: Transaction,
  kind: DatabaseKind,
  { storageConfigId, claim, slug, limit }: Omit<Wanted, 'id' | 'objectKey' | 'sizeBytes'>,
): Promise<void> {
  if (kind === 'sqlite') return;
  // Always in this order, or two could wait for each other.
  const names = [
    ...(slug === undefined ? [] : [`slug ${slug}`]),
    ...(claim || limit ? [`bucket ${storageConfigId}`] : []),
  ];
  for (const name of names) {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  }
}

/** To be called under the locks of {@link lockFor}. */
export async function findRefusal(
  transaction: Transaction,
  wanted: Wanted,
  now: Date,
): Promise<Refusal | undefined> {
  const { id, slug, claim, limit, sizeBytes } = wanted;
  if (slug !== undefined) {
    const where = { slug };
    const isTaken =
      (await transaction.fileShare.findUnique({ where, select: { id: true } })) ??
      (await transaction.objectWrite.findFirst({
        where: { slug, NOT: { id } },
        select: { id: true },
      }));
    if (isTaken) return 'slug_taken';
  }
  if (claim && (await isClaimed(transaction, wanted, claim, now))) return 'claimed';
  if (!limit) return undefined;
  const usedBytes = await usedBy(transaction, wanted, limit, now);
  return usedBytes + sizeBytes > limit.totalBytes ? { usedBytes } : undefined;
}

/** Bytes that the object of a key has now, as far as they are counted: what overwriting it frees. */
export async function countedSize(
  transaction: Transaction,
  { storageConfigId, objectKey: key }: Pick<Wanted, 'storageConfigId' | 'objectKey'>,
): Promise<bigint> {
  const where = { storageConfigId_key: { storageConfigId, key } };
  const entry = await transaction.bucketEntry.findUnique({ where, select: { size: true } });
  return entry?.size ?? 0n;
}

/** Others that write the name now, one above it, or one below it: a directory is what it holds. */
async function isClaimed(
  transaction: Transaction,
  { id, storageConfigId, objectKey }: Wanted,
  claim: Claim,
  now: Date,
): Promise<boolean> {
  const claims = await transaction.objectWrite.findMany({
    where: {
      storageConfigId,
      claim: claim === 'exclusive' ? { not: null } : 'exclusive',
      claimedUntil: { gt: now },
      NOT: { id },
    },
    select: { objectKey: true },
  });
  const own = asDirectory(objectKey);
  return claims.some(({ objectKey: key }) => {
    const other = asDirectory(key);
    return own.startsWith(other) || other.startsWith(own);
  });
}

function asDirectory(key: string): string {
  return key.endsWith('/') ? key : `${key}/`;
}

/** What the bucket holds and what others are about to add, less what this write replaces. */
async function usedBy(
  transaction: Transaction,
  wanted: Wanted,
  { isCounted }: RoomLimit,
  now: Date,
): Promise<number> {
  const { id, storageConfigId } = wanted;
  const { _sum: reserved } = await transaction.objectWrite.aggregate({
    where: { storageConfigId, expiresAt: { gt: now }, NOT: { id } },
    _sum: { reservedBytes: true },
  });
  const held = isCounted
    ? await countedBytes(transaction, wanted)
    : await sharedBytes(transaction, storageConfigId);
  return Number(held + (reserved.reservedBytes ?? 0n));
}

async function countedBytes(transaction: Transaction, wanted: Wanted): Promise<bigint> {
  const { storageConfigId } = wanted;
  const where = { storageConfigId };
  const index = await transaction.bucketIndex.findUnique({ where, select: { totalBytes: true } });
  return (index?.totalBytes ?? 0n) - (await countedSize(transaction, wanted));
}

/** What is known of a bucket that could not be counted. */
async function sharedBytes(transaction: Transaction, storageConfigId: string): Promise<bigint> {
  const where = { storageConfigId };
  const { _sum: sum } = await transaction.fileShare.aggregate({ where, _sum: { size: true } });
  return sum.size ?? 0n;
}
