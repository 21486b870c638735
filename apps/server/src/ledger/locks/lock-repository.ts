import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { findClaimed, lockFor, type Transaction } from '../conflicts.ts';
import type { Creators } from '../repository.ts';
import { type LockReach, listLocks, locksWithin } from './list-locks.ts';
import { coveringLocks, isLockConflict, type ResourceLock } from './resource-lock.ts';

/** Maximum number of locks that cover one name: a team with a document open. */
const MAX_ON_NAME = 16;
/** Maximum number of locks of one caller, and in total: editors hold one for each open file. */
const MAX_OF_HOLDER = 1000;
const MAX_IN_TOTAL = 10_000;

export type LockRepository = ReturnType<typeof createLockRepository>;

export function createLockRepository(prisma: PrismaClient, kind: DatabaseKind) {
  const { resourceLock } = prisma;
  return {
    create: (lock: ResourceLock, now: Date) =>
      prisma.$transaction(async (transaction) => {
        const { token: id, storageConfigId, objectKey, isDeep } = lock;
        // Locks take this mutex before all others, because their number is counted over all buckets.
        if (kind === 'postgresql')
          await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('locks', 0))`;
        // Takes the same database lock as a write, so that each write is either before this lock or after it.
        const claim = 'exclusive';
        await lockFor(transaction, kind, { storageConfigId, claim }, { now: () => now });
        const below = isDeep ? [objectKey] : [];
        const reach = { names: [objectKey], below };
        const locks = await listLocks(transaction, storageConfigId, reach, now);
        if (isLockConflict(locks, lock)) return 'locked';
        const isFull =
          coveringLocks(locks, objectKey).length >= MAX_ON_NAME ||
          (await countHeld(transaction, { createdBy: lock.createdBy }, now)) >= MAX_OF_HOLDER ||
          (await countHeld(transaction, {}, now)) >= MAX_IN_TOTAL;
        if (isFull) return 'full';
        const wanted = { id, objectKey, kind: 'stream', claim, operationId: null } as const;
        const claimed = await findClaimed(transaction, storageConfigId, [wanted], now, isDeep);
        if (claimed.size > 0) return 'claimed';
        await transaction.resourceLock.create({ data: lock, select: { token: true } });
        return undefined;
      }),
    /** Returns false if the lock has expired. */
    async refresh(token: string, timeoutSeconds: number, expiresAt: Date, now: Date) {
      const where = { token, expiresAt: { gt: now } };
      const { count } = await resourceLock.updateMany({
        where,
        data: { timeoutSeconds, expiresAt },
      });
      return count > 0;
    },
    async remove(tokens: readonly string[]) {
      await resourceLock.deleteMany({ where: { token: { in: [...tokens] } } });
    },
    async removeOf(createdBy: Creators) {
      await resourceLock.deleteMany({ where: { createdBy } });
    },
    async removeBelow(storageConfigId: string, name: string, now: Date) {
      const below = await listLocks(prisma, storageConfigId, { names: [], below: [name] }, now);
      const gone = below.filter(({ objectKey }) => `${objectKey}/`.startsWith(`${name}/`));
      if (gone.length === 0) return;
      await resourceLock.deleteMany({ where: { token: { in: gone.map(({ token }) => token) } } });
    },
    /** Includes the clients' descriptions of their users. */
    async listOf(storageConfigId: string, reach: LockReach, now: Date) {
      const where = locksWithin(storageConfigId, reach, now);
      return (await resourceLock.findMany({ where })) as readonly ResourceLock[];
    },
    async removeEnded(now: Date): Promise<number> {
      return (await resourceLock.deleteMany({ where: { expiresAt: { lte: now } } })).count;
    },
  };
}

function countHeld(
  { resourceLock }: Transaction,
  where: { readonly createdBy?: string },
  now: Date,
): Promise<number> {
  return resourceLock.count({ where: { ...where, expiresAt: { gt: now } } });
}
