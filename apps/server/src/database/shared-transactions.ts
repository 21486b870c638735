import type { Prisma, PrismaClient } from '../../generated/sqlite/client/client.ts';
import type { DatabaseKind } from './schema-connection.ts';
import { withSync } from './without-sync.ts';

/** Works of one transaction, so that the last of them does not wait long for the first. */
const MOST_WORKS = 100;

type Work<Result> = (transaction: Prisma.TransactionClient) => Promise<Result>;

/**
 * Runs work in a transaction, on SQLite together with other work that waits at the same time, so that all of
 * it waits for the disk once. If one of them fails, each runs again in a transaction of its own; work may
 * therefore only change the database. PostgreSQL gathers the commits of its connections itself.
 */
export type SharedTransactions = <Result>(work: Work<Result>) => Promise<Result>;

interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (reason: unknown) => void;
}

export function createSharedTransactions(
  prisma: PrismaClient,
  kind: DatabaseKind,
  timeouts: { readonly maxWait: number; readonly timeout: number },
): SharedTransactions {
  const transact: SharedTransactions = (work) => prisma.$transaction(work, timeouts);
  if (kind !== 'sqlite') return transact;
  const waiting: Waiting[] = [];
  let isRunning = false;

  const runTogether = async (group: readonly Waiting[]) => {
    const results = await transact(async (transaction) => {
      const all: unknown[] = [];
      for (const { work } of group) all.push(await work(transaction));
      return all;
    });
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as never);
  };
  const runAlone = ({ work, resolve, reject }: Waiting) =>
    transact(work).then((result) => resolve(result as never), reject);

  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_WORKS);
      const [first] = group;
      if (first && group.length === 1) await runAlone(first);
      else {
        await runTogether(group).catch(async () => {
          for (const each of group) await runAlone(each);
        });
      }
    }
    isRunning = false;
  };

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      // Callers that join may not be ones that skip the disk, as this one may be.
      if (!isRunning) void withSync(runAll);
    });
}
