import type { PrismaClient } from '#database';
import { randomId } from '#security/random.ts';

/** Failed attempts, shared by all replicas. */
export interface ThrottleRepository {
  add(target: string, source: string, at: Date): Promise<string>;
  /** Attempts since a time: of this source, and of all sources. */
  count(target: string, source: string, since: Date): Promise<{ ofSource: number; ofAll: number }>;
  oldest(target: string, source: string | undefined, since: Date): Promise<Date | undefined>;
  remove(id: string): Promise<void>;
  clear(target: string, source: string): Promise<void>;
  removeBefore(time: Date): Promise<void>;
}

export function createThrottleRepository(prisma: PrismaClient): ThrottleRepository {
  const { failedAttempt } = prisma;
  return {
    async add(target, source, attemptAt) {
      const id = randomId();
      await failedAttempt.create({ data: { id, target, source, attemptAt } });
      return id;
    },
    async count(target, source, since) {
      const groups = await failedAttempt.groupBy({
        by: ['source'],
        where: { target, attemptAt: { gt: since } },
        _count: true,
      });
      return {
        ofSource: groups.find((group) => group.source === source)?._count ?? 0,
        ofAll: groups.reduce((sum, group) => sum + group._count, 0),
      };
    },
    async oldest(target, source, since) {
      const row = await failedAttempt.findFirst({
        where: { target, attemptAt: { gt: since }, ...(source === undefined ? {} : { source }) },
        orderBy: { attemptAt: 'asc' },
      });
      return row?.attemptAt;
    },
    async remove(id) {
      await failedAttempt.deleteMany({ where: { id } });
    },
    async clear(target, source) {
      await failedAttempt.deleteMany({ where: { target, source } });
    },
    async removeBefore(time) {
      await failedAttempt.deleteMany({ where: { attemptAt: { lt: time } } });
    },
  };
}
