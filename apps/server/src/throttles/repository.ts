import type { PrismaClient } from '#database';
import { randomId } from '#security/random.ts';

/** Hashed target and the source that tries it. */
export interface Pair {
  readonly target: string;
  readonly source: string;
}

export interface FailedAttemptRow {
  readonly id: string;
  readonly target: string;
  readonly attemptAt: Date;
}

export type ThrottleRepository = ReturnType<typeof createThrottleRepository>;

/** Failed attempts and known sources, shared by all replicas. */
export function createThrottleRepository(prisma: PrismaClient) {
  const { failedAttempt, knownSource } = prisma;
  return {
    /** Returns the id of the new row. */
    async note(pair: Pair, attemptAt: Date): Promise<string> {
      const id = randomId();
      await failedAttempt.create({ data: { ...pair, id, attemptAt } });
      return id;
    },
    /** Removes an attempt that was not a failure. */
    async remove(id: string) {
      await failedAttempt.deleteMany({ where: { id } });
    },
    /** Oldest first. The list is short, because a source beyond its budget adds no more. */
    listOfSource: (source: string, since: Date) =>
      failedAttempt.findMany({
        where: { source, attemptAt: { gt: since } },
        orderBy: { attemptAt: 'asc' },
        select: { id: true, target: true, attemptAt: true },
      }),
    /** Counts the attempts of all sources; `oldest` is set if there is one. */
    async countOfTarget(target: string, since: Date) {
      const { _count, _min } = await failedAttempt.aggregate({
        where: { target, attemptAt: { gt: since } },
        _count: true,
        _min: { attemptAt: true },
      });
      return { count: _count, oldest: _min.attemptAt };
    },
    async clear({ target, source }: Pair) {
      await failedAttempt.deleteMany({ where: { target, source } });
    },
    /** Clears the attempts, and records the source as known for this target. */
    async clearKnown({ target, source }: Pair, seenAt: Date) {
      await prisma.$transaction([
        failedAttempt.deleteMany({ where: { target, source } }),
        knownSource.upsert({
          where: { target_source: { target, source } },
          create: { target, source, seenAt },
          update: { seenAt },
        }),
      ]);
    },
    async isKnownSource({ target, source }: Pair, since: Date): Promise<boolean> {
      const row = await knownSource.findUnique({
        where: { target_source: { target, source } },
        select: { seenAt: true },
      });
      return row !== null && row.seenAt > since;
    },
    async removeAttemptsBefore(time: Date) {
      await failedAttempt.deleteMany({ where: { attemptAt: { lt: time } } });
    },
    async removeSourcesBefore(time: Date) {
      await knownSource.deleteMany({ where: { seenAt: { lt: time } } });
    },
  };
}
