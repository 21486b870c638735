import { isUniqueViolation, type PrismaClient } from '#database';

/** Work that one replica does at a time. */
export interface LeaseRepository {
  /** Takes or renews the lease; false while another holder has it. */
  acquire(name: string, holder: string, now: Date, expiresAt: Date): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}

export function createLeaseRepository(prisma: PrismaClient): LeaseRepository {
  const { lease } = prisma;
  return {
    async acquire(name, holder, now, expiresAt) {
      const { count } = await lease.updateMany({
        where: { name, OR: [{ holder }, { expiresAt: { lte: now } }] },
        data: { holder, expiresAt },
      });
      if (count > 0) return true;
      try {
        await lease.create({ data: { name, holder, expiresAt } });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    async release(name, holder) {
      await lease.deleteMany({ where: { name, holder } });
    },
  };
}
