import type { Clock } from '#clock';
import { isUniqueViolation, type PrismaClient } from '#database';
import { readTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';

/** A job's lease lapses after this long without being renewed. */
export const JOB_LEASE_MS = 60_000;

/** Rows that say which process is at a job. Each is held by a token of its own (SECURITY 21). */
export interface LeaseRepository {
  /** Takes the lease of a job; false while another run has it. */
  acquire(name: string, token: string): Promise<boolean>;
  /** Renews those that have not lapsed; returns their tokens. */
  renew(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  release(name: string, token: string): Promise<void>;
}

export function createLeaseRepository(
  prisma: PrismaClient,
  kind: DatabaseKind,
  clock: Clock,
): LeaseRepository {
  const { lease } = prisma;
  const readNow = () => readTime(prisma, kind, clock);
  const leaseFrom = (now: Date) => new Date(now.getTime() + JOB_LEASE_MS);
  return {
    async acquire(name, holder) {
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
    async renew(tokens) {
      const now = await readNow();
      const renewed = await lease.updateManyAndReturn({
        where: { holder: { in: [...tokens] }, expiresAt: { gt: now } },
        data: { expiresAt: leaseFrom(now) },
        select: { holder: true },
      });
      return new Set(renewed.map(({ holder }) => holder));
    },
    async release(name, holder) {
      await lease.deleteMany({ where: { name, holder } });
    },
  };
}
