import { createGroupCommit } from '#concurrency/group-commit.ts';
import type { Prisma, PrismaClient } from '../../generated/sqlite/client/client.ts';
import type { DatabaseKind } from './schema-connection.ts';
import { withSync } from './without-sync.ts';

type Work<Result> = (transaction: Prisma.TransactionClient) => Promise<Result>;

/**
 * Runs work in a transaction, on SQLite together with other work that waits at the same time, so that all of
 * it waits for the disk once. If one of them fails, each runs again in a transaction of its own; work may
 * therefore only change the database. PostgreSQL gathers the commits of its connections itself.
 */
export type SharedTransactions = <Result>(work: Work<Result>) => Promise<Result>;

export function createSharedTransactions(
  prisma: PrismaClient,
  kind: DatabaseKind,
): SharedTransactions {
  if (kind !== 'sqlite') return (work) => prisma.$transaction(work);
  const runTogether = (works: readonly Work<unknown>[]) =>
    prisma.$transaction(async (transaction) => {
      const results: unknown[] = [];
      for (const work of works) results.push(await work(transaction));
      return results;
    });
  // The caller that starts a group may be one that skips the disk; those that join it are not.
  const add = createGroupCommit((works: readonly Work<unknown>[]) =>
    withSync(() => runTogether(works)),
  );
  return (work) => add(work) as Promise<never>;
}
