import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { findClaimed, lockFor } from '../conflicts.ts';
import { PATIENCE } from '../landing.ts';
import { listLocks } from './list-locks.ts';
import { isLockConflict, type ResourceLock } from './resource-lock.ts';

/** Why a lock cannot be had: somebody's lock, or somebody who is writing there right now. */
export type LockRefusal = 'locked' | 'claimed';

export interface LockRepository {
  create(lock: ResourceLock, now: Date): Promise<LockRefusal | undefined>;
  /** False where it is over. */
  refresh(token: string, timeoutSeconds: number, expiresAt: Date, now: Date): Promise<boolean>;
  remove(tokens: readonly string[]): Promise<void>;
  removeOf(createdBy: string): Promise<void>;
  listOf(storageConfigId: string, now: Date): Promise<readonly ResourceLock[]>;
  removeEnded(now: Date): Promise<number>;
}

export function createLockRepository(prisma: PrismaClient, kind: DatabaseKind): LockRepository {
  const { resourceLock } = prisma;
  return {
    create: (lock, now) =>
      prisma.$transaction(async (transaction) => {
        const { token: id, storageConfigId, objectKey, isDeep } = lock;
        // As a write of the name would be: it is either before this lock or after it.
        const claim = 'exclusive';
        await lockFor(transaction, kind, {
          storageConfigId,
          claim,
          slug: undefined,
          limit: undefined,
        });
        if (isLockConflict(await listLocks(transaction, storageConfigId, now), lock))
          return 'locked';
        const wanted = { id, objectKey, kind: 'stream', claim, operationId: null } as const;
        const claimed = await findClaimed(transaction, storageConfigId, [wanted], now, isDeep);
        if (claimed.size > 0) return 'claimed';
        await transaction.resourceLock.create({ data: lock, select: { token: true } });
        return undefined;
      }, PATIENCE),
    async refresh(token, timeoutSeconds, expiresAt, now) {
      const where = { token, expiresAt: { gt: now } };
      const { count } = await resourceLock.updateMany({
        where,
        data: { timeoutSeconds, expiresAt },
      });
      return count > 0;
    },
    async remove(tokens) {
      await resourceLock.deleteMany({ where: { token: { in: [...tokens] } } });
    },
    async removeOf(createdBy) {
      await resourceLock.deleteMany({ where: { createdBy } });
    },
    listOf: (storageConfigId, now) => listLocks(prisma, storageConfigId, now),
    async removeEnded(now) {
      return (await resourceLock.deleteMany({ where: { expiresAt: { lte: now } } })).count;
    },
  };
}
