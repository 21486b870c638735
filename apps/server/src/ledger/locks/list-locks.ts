import type { Prisma } from '#database';
import type { ResourceLock } from './resource-lock.ts';

/** The locks of a bucket that are not over. Few: editors hold one for each file that is open. */
export async function listLocks(
  { resourceLock }: Pick<Prisma.TransactionClient, 'resourceLock'>,
  storageConfigId: string,
  now: Date,
): Promise<readonly ResourceLock[]> {
  const where = { storageConfigId, expiresAt: { gt: now } };
  return (await resourceLock.findMany({ where })) as readonly ResourceLock[];
}
