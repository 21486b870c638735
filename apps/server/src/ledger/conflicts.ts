import { raw, sqltag as sql } from '@prisma/client/runtime/client';
import { type Clock, systemClock } from '#clock';
import type { Prisma } from '#database';
import { type TimeRow, toTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { listLocks } from './locks/list-locks.ts';
import { isLockedFor } from './locks/resource-lock.ts';
import type { Claim, NewWrite, ObjectWrite } from './object-write.ts';

export type Transaction = Prisma.TransactionClient;

/** Names and quota that a transaction reads and then relies on. */
export interface Guarded {
  readonly storageConfigId: string;
  readonly claim?: Claim | undefined;
  readonly slug?: string | undefined;
  /** True where the storage has a limit. */
  readonly hasLimit?: boolean;
}

/** Claim columns of a name that is not held. */
export const FREE = { claim: null, claimedUntil: null, holder: null } as const;

/**
 * Takes advisory locks until the transaction ends, so that no concurrent transaction finds the same
 * name, slug or quota free. Plain overwrites of a bucket without a limit do not wait for each other.
 * SQLite needs no locks because it has one writer anyway.
 *
 * @returns the time to compare claims with
 */
export async function lockFor(
  transaction: Transaction,
  kind: DatabaseKind,
  { storageConfigId, claim, slug, hasLimit }: Guarded,
  clock: Clock,
): Promise<Date> {
  if (kind === 'sqlite') return clock.now();
  // One statement takes both locks, always in this order, so that two transactions cannot deadlock.
  const slugLock = slug === undefined ? null : `slug ${slug}`;
  const bucketLock = claim || hasLimit ? `bucket ${storageConfigId}` : null;
  const isShared = claim === 'shared' && !hasLimit;
  const lockBucket = raw(isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  const [row] = await transaction.$queryRaw<TimeRow[]>(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${slugLock}, 0))::text AS slug,
      ${lockBucket}(hashtextextended(${bucketLock}, 0))::text AS bucket,
      extract(epoch FROM clock_timestamp()) * 1000 AS ms`,
  );
  return toTime(row, clock);
}

/** Takes the lock of a slug that a share is about to change to. */
export async function lockSlug(
  transaction: Transaction,
  kind: DatabaseKind,
  slug: string,
): Promise<void> {
  await lockFor(transaction, kind, { storageConfigId: '', slug }, systemClock);
}

/** True if a slug belongs to a share or to another upload. Call it under the locks of {@link lockFor}. */
export async function isSlugTaken(
  transaction: Transaction,
  slug: string,
  id: string,
): Promise<boolean> {
  const where = { slug };
  return (
    (await transaction.fileShare.findUnique({ where, select: { id: true } })) !== null ||
    (await transaction.objectWrite.findFirst({
      where: { slug, NOT: { id } },
      select: { id: true },
    })) !== null
  );
}

/** Claim of a name, held or wanted. */
type NamedClaim = Pick<ObjectWrite, 'id' | 'objectKey' | 'kind' | 'operationId'> & {
  readonly claim: Claim;
};

/** A claim that respects locks. */
export type WantedClaim = NamedClaim & Pick<NewWrite, 'createdBy' | 'lockTokens' | 'isReplacing'>;

/** How a claim conflicts: on the name itself or below it, on a directory above it, or with a lock. */
export type ClaimedAt = 'name' | 'above' | 'locked';

/**
 * Finds the wanted names that others hold or have locked, by the ids of the wanted claims. Claims that
 * are wanted together do not conflict with each other. Call it under the locks of {@link lockFor}.
 */
export async function findTaken(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly WantedClaim[],
  now: Date,
): Promise<ReadonlyMap<string, ClaimedAt>> {
  const taken = new Map(await findClaimed(transaction, storageConfigId, wanted, now));
  for (const id of await findLocked(transaction, storageConfigId, wanted, now)) {
    taken.set(id, 'locked');
  }
  return taken;
}

/**
 * True if a name is neither locked nor claimed; a lapsed claim counts, too. Needs no lock of {@link
 * lockFor} if the caller's row is already stored.
 */
export async function isFree(
  client: Transaction,
  storageConfigId: string,
  wanted: WantedClaim,
  now: Date,
): Promise<boolean> {
  const [claims, locked] = await Promise.all([
    listClaims(client, storageConfigId, [wanted]),
    findLocked(client, storageConfigId, [wanted], now),
  ]);
  const others = claims.filter(({ id }) => id !== wanted.id);
  return locked.length === 0 && !others.some((other) => meetingOf(wanted, other, true));
}

async function findLocked(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly WantedClaim[],
  now: Date,
): Promise<readonly string[]> {
  // Locks never cover the server's own keys, because no mount leads to them.
  const lockable = wanted.filter(
    ({ claim, objectKey }) => claim !== 'read' && !isReserved(objectKey),
  );
  if (lockable.length === 0) return [];
  const names = lockable.map(({ objectKey }) => objectKey);
  const below = lockable.filter(({ kind }) => kind === 'change').map((each) => each.objectKey);
  const locks = await listLocks(transaction, storageConfigId, { names, below }, now);
  const locked = lockable.filter((each) => {
    const { kind, objectKey, createdBy, lockTokens = [], isReplacing } = each;
    // A `change` adds or removes a name with everything below it; all other writes concern one file.
    const isWhole = kind === 'change';
    const write = { objectKey, createdBy, lockTokens, isWhole, changesParent: !isReplacing };
    return isLockedFor(locks, write);
  });
  return locked.map(({ id }) => id);
}

/**
 * Like {@link findTaken}, without locks. Takes a lapsed claim away from its holder, so that the
 * holder's process can neither renew nor commit it if it wakes up.
 *
 * @param isDeep false if claims below the name do not matter
 */
export async function findClaimed(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly NamedClaim[],
  now: Date,
  isDeep = true,
): Promise<ReadonlyMap<string, ClaimedAt>> {
  const own = new Set(wanted.map(({ id }) => id));
  const others = (await listClaims(transaction, storageConfigId, wanted)).filter(
    ({ id }) => !own.has(id),
  );
  const claimed = new Map<string, ClaimedAt>();
  const lapsed = new Set<HeldClaim>();
  for (const each of wanted) {
    for (const other of others) {
      const claimedAt = meetingOf(each, other, isDeep);
      if (!claimedAt) continue;
      if (other.claimedUntil <= now) lapsed.add(other);
      else if (claimed.get(each.id) !== 'above') claimed.set(each.id, claimedAt);
    }
  }
  if (lapsed.size > 0) await revoke(transaction, [...lapsed], now);
  return claimed;
}

/** Position at which two claims conflict; undefined if they do not. */
function meetingOf(own: NamedClaim, other: NamedClaim, isDeep: boolean): ClaimedAt | undefined {
  const [name, otherName] = [asDirectory(own.objectKey), asDirectory(other.objectKey)];
  const isBelow = otherName === name || (isDeep && covers(own) && otherName.startsWith(name));
  const isAbove = covers(other) && name.startsWith(otherName);
  if (!(isBelow || isAbove) || !isConflict(own, other)) return undefined;
  return isBelow ? 'name' : 'above';
}

type HeldClaim = NamedClaim & { readonly claimedUntil: Date };

/** Lists the claims of a bucket that may conflict. */
async function listClaims(
  transaction: Transaction,
  storageConfigId: string,
  wanted: readonly NamedClaim[],
): Promise<readonly HeldClaim[]> {
  const [only] = wanted;
  const where = only && wanted.length === 1 ? { OR: around(only.objectKey) } : {};
  const claims = await transaction.objectWrite.findMany({
    where: { storageConfigId, claim: { not: null }, ...where },
    select: {
      id: true,
      objectKey: true,
      kind: true,
      claim: true,
      operationId: true,
      claimedUntil: true,
    },
  });
  return claims as unknown as readonly HeldClaim[];
}

/**
 * Matches a key, the directories above it and everything below it. LIKE may match more, which is
 * harmless.
 */
function around(key: string) {
  const names = asDirectory(key).split('/').slice(0, -1);
  const above = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const held = ['', ...above.flatMap((name) => [name, `${name}/`])];
  return [{ objectKey: { in: held } }, { objectKey: { startsWith: asDirectory(key) } }];
}

async function revoke(
  { objectWrite }: Transaction,
  claims: readonly HeldClaim[],
  now: Date,
): Promise<void> {
  for (const isPassing of [true, false]) {
    const ids = claims.filter((claim) => isPassingKind(claim) === isPassing).map(({ id }) => id);
    if (ids.length === 0) continue;
    const data = isPassing ? abandonedAt(now) : { ...FREE, state: 'open' };
    await objectWrite.updateMany({ where: { id: { in: ids } }, data });
  }
}

/** Kinds of writes that are worthless once the process that does them has exited. */
export const PASSING_KINDS = ['stream', 'change'] as const;

function isPassingKind({ kind }: NamedClaim): boolean {
  return (PASSING_KINDS as readonly string[]).includes(kind);
}

/** Columns of a write that is abandoned. */
export const abandonedAt = (now: Date) => ({
  ...FREE,
  state: 'abandoned',
  slug: null,
  reservedBytes: 0n,
  expiresAt: now,
});

/**
 * True if a claim covers everything below its name. The upload of a directory's marker covers one
 * object. All other claims cover the subtree, because a file and a directory cannot share a name.
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

/** True if a claim removes objects that others may be reading. An upload claims its name but removes none. */
function removes({ claim, kind }: NamedClaim): boolean {
  return claim === 'exclusive' && kind === 'change';
}

function asDirectory(key: string): string {
  return key.endsWith('/') ? key : `${key}/`;
}
