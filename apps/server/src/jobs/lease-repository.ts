import type { Clock } from '#clock';
import { isUniqueViolation, type PrismaClient } from '#database';
import { readTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';

/** A job's lease lapses after this long without being renewed. */
export const JOB_LEASE_MS = 60_000;

/** Rows that say which process is at a job. Each is held by a token of its own (SECURITY 21). */
export function createLeaseRepository(prisma: PrismaClient, kind: DatabaseKind, clock: Clock) {
  const { lease } = prisma;
  const readNow = () => readTime(prisma, kind, clock);
  const leaseFrom = (now: Date) => new Date(now.getTime() + JOB_LEASE_MS);
  return {
    /** Takes the lease of a job; false while another run has it. */
    async acquire(name: string, holder: string) {
      const now = await readNow();
      const data = { holder, expiresAt: leaseFrom(now) };
      const { count } = await lease.updateMany({ where: { name, expiresAt: { lte: now } }, data });
      if (count > 0) return true;
      try {
        await lease.create({ data: { name, ...data } });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    /** Renews those that have not lapsed; returns their tokens. */
    async renew(tokens: readonly string[]) {
      const now = await readNow();
      const renewed = await lease.updateManyAndReturn({
        where: { holder: { in: [...tokens] }, expiresAt: { gt: now } },
        data: { expiresAt: leaseFrom(now) },
        select: { holder: true },
      });
      return new Set(renewed.map(({ holder }) => holder));
    },
    async release(name: string, holder: string) {
      await lease.deleteMany({ where: { name, holder } });
    },
  };
}
