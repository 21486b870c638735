import type { PrismaClient } from '#database';
import { randomId } from '#security/random.ts';

/** A hashed target and the source that tries it. */
export interface Pair {
  readonly target: string;
  readonly source: string;
}

export interface FailedAttemptRow {
  readonly id: string;
  readonly target: string;
  readonly attemptAt: Date;
}

/** Failed attempts and known sources, shared by all replicas. */
export interface ThrottleRepository {
  /** Returns the id of the new row. */
  note(pair: Pair, at: Date): Promise<string>;
  /** A note that turned out to be none. */
  remove(id: string): Promise<void>;
  /** Oldest first. Never many: a source beyond its budget adds no more. */
  listOfSource(source: string, since: Date): Promise<readonly FailedAttemptRow[]>;
  /** Attempts of all sources together; `oldest` if there is one. */
  countOfTarget(target: string, since: Date): Promise<{ count: number; oldest: Date | null }>;
  clear(pair: Pair): Promise<void>;
  /** Clears the attempts, and remembers that the right secret came from there. */
  clearKnown(pair: Pair, at: Date): Promise<void>;
  isKnownSource(pair: Pair, since: Date): Promise<boolean>;
  removeAttemptsBefore(time: Date): Promise<void>;
  removeSourcesBefore(time: Date): Promise<void>;
}

export function createThrottleRepository(prisma: PrismaClient): ThrottleRepository {
  const { failedAttempt, knownSource } = prisma;
  return {
    async note(pair, attemptAt) {
      const id = randomId();
      await failedAttempt.create({ data: { ...pair, id, attemptAt } });
      return id;
    },
    async remove(id) {
      await failedAttempt.deleteMany({ where: { id } });
    },
    listOfSource: (source, since) =>
      failedAttempt.findMany({
        where: { source, attemptAt: { gt: since } },
        orderBy: { attemptAt: 'asc' },
        select: { id: true, target: true, attemptAt: true },
      }),
    async countOfTarget(target, since) {
      const { _count, _min } = await failedAttempt.aggregate({
        where: { target, attemptAt: { gt: since } },
        _count: true,
        _min: { attemptAt: true },
      });
      return { count: _count, oldest: _min.attemptAt };
    },
    async clear({ target, source }) {
      await failedAttempt.deleteMany({ where: { target, source } });
    },
    async clearKnown({ target, source }, seenAt) {
      await prisma.$transaction([
        failedAttempt.deleteMany({ where: { target, source } }),
        knownSource.upsert({
          where: { target_source: { target, source } },
          create: { target, source, seenAt },
          update: { seenAt },
        }),
      ]);
    },
    async isKnownSource({ target, source }, since) {
      const row = await knownSource.findUnique({
        where: { target_source: { target, source } },
        select: { seenAt: true },
      });
      return row !== null && row.seenAt > since;
    },
    async removeAttemptsBefore(time) {
      await failedAttempt.deleteMany({ where: { attemptAt: { lt: time } } });
    },
    async removeSourcesBefore(time) {
      await knownSource.deleteMany({ where: { seenAt: { lt: time } } });
    },
  };
}
