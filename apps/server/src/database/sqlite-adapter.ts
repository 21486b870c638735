import { PrismaLibSql } from '@prisma/adapter-libsql';
import { retryWhileBusy } from './retry-while-busy.ts';
import { isWithoutSync } from './without-sync.ts';

/** How long a statement waits for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 10_000;

type Client = ReturnType<PrismaLibSql['createClient']>;
type Transaction = Awaited<ReturnType<Client['transaction']>>;

/**
 * Prisma's adapter for SQLite, with one connection for everything. Libsql's client gives its connection
 * away to a transaction, opens another one for what comes next, and leaves the first with its files and
 * its cache to the garbage collector. The adapter runs nothing beside a transaction anyway.
 */
export class SqliteAdapter extends PrismaLibSql {
  override createClient(config: Parameters<PrismaLibSql['createClient']>[0]): Client {
    const client = super.createClient(config);
    const execute = client.execute.bind(client) as Client['execute'];
    const patiently = (statement: Parameters<Client['execute']>[0]) =>
      retryWhileBusy(() => execute(statement), BUSY_TIMEOUT_MS);
    client.execute = patiently as Client['execute'];
    client.transaction = () => beginTransaction(client);
    return client;
  }
}

async function beginTransaction(client: Client): Promise<Transaction> {
  const isSynced = !isWithoutSync();
  if (!isSynced) await client.execute('PRAGMA synchronous = NORMAL');
  await client.execute('BEGIN');
  const end = async (statement: 'COMMIT' | 'ROLLBACK') => {
    await client.execute(statement);
    if (!isSynced) await client.execute('PRAGMA synchronous = FULL');
  };
  const rollback = () => end('ROLLBACK');
  // The adapter asks a transaction for no more than this.
  const transaction: Pick<Transaction, 'execute' | 'commit' | 'rollback'> = {
    execute: (statement) => client.execute(statement),
    rollback,
    async commit() {
      try {
        await end('COMMIT');
      } catch (error) {
        // What cannot be committed stays open, unless SQLite has rolled it back itself.
        await rollback().catch(() => undefined);
        throw error;
      }
    },
  };
  return transaction as Transaction;
}
