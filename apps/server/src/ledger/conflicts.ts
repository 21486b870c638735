import type { Prisma } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { listLocks } from './locks/list-locks.ts';
import { isLockedFor } from './locks/resource-lock.ts';
import type { Claim, ObjectWrite, WriteKind } from './object-write.ts';
import type { RoomLimit } from './room.ts';

export type Transaction = Prisma.TransactionClient;

/** What a write asks for in its storage. */
export interface Wanted {
  /** Itself, where it has a row already. */
  readonly id: string;
  readonly storageConfigId: string;
  readonly objectKey: string;
  readonly kind: WriteKind;
  readonly operationId: string | null;
  readonly sizeBytes: number;
  readonly claim: Claim | undefined;
  readonly slug: string | undefined;
  readonly limit: RoomLimit | undefined;
  readonly createdBy: string;
  readonly lockTokens?: readonly string[] | undefined;
  readonly isReplacing?: boolean | undefined;
}

/** Why a write cannot begin; `usedBytes` where there is no room. */
export type Refusal = 'claimed' | 'locked' | 'slug_taken' | { readonly usedBytes: number };

/**
 * Holds what is about to be looked at until the transaction ends, so that nobody else finds the same
 * name free or the same room. SQLite has one writer anyway.
 */
export async function lockFor(
  transaction: Transaction,
  kind: DatabaseKind,
  {
    storageConfigId,
    claim,
    slug,
    limit,
  }: Pick<Wanted, 'storageConfigId' | 'claim' | 'slug' | 'limit'>,
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
  const { id, storageConfigId, slug, claim } = wanted;
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
  if (claim) {
    const claimed = await findTaken(transaction, storageConfigId, [{ ...wanted, claim }], now);
    const [at] = claimed.values();
    if (at !== undefined) return at === 'locked' ? 'locked' : 'claimed';
  }
  return findShortage(transaction, wanted, now);
}

/** What is used already, where there is no room for so much more. Under the locks of {@link lockFor}. */
export async function findShortage(
  transaction: Transaction,
  wanted: Pick<Wanted, 'id' | 'storageConfigId' | 'objectKey' | 'sizeBytes' | 'limit'>,
  now: Date,
): Promise<{ readonly usedBytes: number } | undefined> {
  const { limit, sizeBytes } = wanted;
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

/** A name in use, or one that is to be. */
type NamedClaim = Pick<ObjectWrite, 'id' | 'objectKey' | 'kind' | 'operationId'> & {
  readonly claim: Claim;
};

/** A claim that heeds locks. */
type WantedClaim = NamedClaim & Pick<Wanted, 'createdBy' | 'lockTokens' | 'isReplacing'>;

/** How a name is in use: itself, or something in it, or a directory that holds it; or it is locked. */
export type ClaimedAt = 'name' | 'above' | 'locked';

/**
 * Which of these names others use or have locked now, by the ids of those who want them; those who want
 * them together are in nobody's way. To be called under the locks of {@link lockFor}.
 */
export async function findTaken(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly WantedClaim[],
  now: Date,
): Promise<ReadonlyMap<string, ClaimedAt>> {
  const taken = new Map(await findClaimed(transaction, storageConfigId, wanted, now));
  // No mount leads to what the server keeps for itself, so no lock of a mount's root covers it.
  const lockable = wanted.filter(
    ({ claim, objectKey }) => claim !== 'read' && !isReserved(objectKey),
  );
  if (lockable.length === 0) return taken;
  const names = lockable.map(({ objectKey }) => objectKey);
  const below = lockable.filter(({ kind }) => kind === 'change').map((each) => each.objectKey);
  const locks = await listLocks(transaction, storageConfigId, { names, below }, now);
  for (const { id, kind, objectKey, createdBy, lockTokens = [], isReplacing } of lockable) {
    // Changes take names away and bring them, with all that is below; everything else is one file.
    const isWhole = kind === 'change';
    const write = { objectKey, createdBy, lockTokens, isWhole, changesParent: !isReplacing };
    if (isLockedFor(locks, write)) taken.set(id, 'locked');
  }
  return taken;
}

/**
 * The same without locks. A directory is what it holds.
 *
 * @param isDeep false where what is in a directory does not matter
 */
export async function findClaimed(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly NamedClaim[],
  now: Date,
  isDeep = true,
): Promise<ReadonlyMap<string, ClaimedAt>> {
  const claims = await transaction.objectWrite.findMany({
    where: { storageConfigId, claim: { not: null }, claimedUntil: { gt: now } },
    select: { id: true, objectKey: true, kind: true, claim: true, operationId: true },
  });
  const own = new Set(wanted.map(({ id }) => id));
  const others = (claims as NamedClaim[]).filter(({ id }) => !own.has(id));
  const claimed = new Map<string, ClaimedAt>();
  for (const each of wanted) {
    const name = asDirectory(each.objectKey);
    for (const other of others) {
      const otherName = asDirectory(other.objectKey);
      const isBelow = otherName === name || (isDeep && covers(each) && otherName.startsWith(name));
      const isAbove = covers(other) && name.startsWith(otherName);
      if (!(isBelow || isAbove) || !isConflict(each, other)) continue;
      if (claimed.get(each.id) !== 'above') claimed.set(each.id, isBelow ? 'name' : 'above');
    }
  }
  return claimed;
}

/**
 * Whether a claim covers what lies below its name. The upload of a directory's marker is one object;
 * that of a file, of which there cannot be a directory, and every change cover all of it.
 */
function covers({ kind, objectKey }: NamedClaim): boolean {
  return kind === 'change' || !objectKey.endsWith('/');
}

function isConflict(own: NamedClaim, other: NamedClaim): boolean {
  const isOwn = own.operationId !== null && own.operationId === other.operationId;
  if (own.claim === 'read') return !isOwn && removes(other);
  if (other.claim === 'read') return !isOwn && removes(own);
  return own.claim === 'exclusive' || other.claim === 'exclusive';
}

/** An upload has its name to itself too, but takes nothing away that somebody may be reading. */
function removes({ claim, kind }: NamedClaim): boolean {
  return claim === 'exclusive' && kind === 'change';
}

function asDirectory(key: string): string {
  return key.endsWith('/') ? key : `${key}/`;
}

/** What the bucket holds and what others are about to add, less what this write replaces. */
async function usedBy(
  transaction: Transaction,
  wanted: Pick<Wanted, 'id' | 'storageConfigId' | 'objectKey'>,
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

async function countedBytes(
  transaction: Transaction,
  wanted: Pick<Wanted, 'storageConfigId' | 'objectKey'>,
): Promise<bigint> {
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
