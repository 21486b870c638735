import type { Clock } from '#clock';
import { isStored, type PrismaClient } from '#database';
import { readTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';

/** A job's lease lapses if it is not renewed for this long. */
export const JOB_LEASE_MS = 60_000;

/** Rows that name the process that runs a job, each with its own token (SECURITY 21). */
export function createLeaseRepository(prisma: PrismaClient, kind: DatabaseKind, clock: Clock) {
  const { lease } = prisma;
  const readNow = () => readTime(prisma, kind, clock);
  const leaseFrom = (now: Date) => new Date(now.getTime() + JOB_LEASE_MS);
  return {
    /** Takes the lease of a job; returns false while another run has it. */
    async acquire(name: string, holder: string) {
      const now = await readNow();
      const data = { holder, expiresAt: leaseFrom(now) };
      const { count } = await lease.updateMany({ where: { name, expiresAt: { lte: now } }, data });
      if (count > 0) return true;
      return isStored(lease.create({ data: { name, ...data } }));
    },
    /** Renews the leases that have not lapsed; returns their tokens. */
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
