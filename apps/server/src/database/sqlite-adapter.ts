import { PrismaLibSql } from '@prisma/adapter-libsql';
import { SqliteClient, type SqliteStatement } from './sqlite-client.ts';
import { isWithoutSync } from './without-sync.ts';

type Client = ReturnType<PrismaLibSql['createClient']>;
type Transaction = Awaited<ReturnType<Client['transaction']>>;

/**
 * Prisma's adapter for SQLite, with {@link SqliteClient} in place of libsql's own client. The adapter
 * runs one thing at a time, and nothing beside a transaction.
 */
export class SqliteAdapter extends PrismaLibSql {
  readonly #path: string;

  constructor(path: string) {
    super({ url: `file:${path}` });
    this.#path = path;
  }

  override createClient(): Client {
    const client = new SqliteClient(this.#path);
    // The adapter asks a client for no more than this.
    const asked = {
      execute: (statement: SqliteStatement) => client.execute(statement),
      executeMultiple: (script: string) => client.executeMultiple(script),
      transaction: () => beginTransaction(client),
      close: () => client.close(),
    };
    return asked as unknown as Client;
  }
}

async function beginTransaction(client: SqliteClient): Promise<Transaction> {
  const isSynced = !isWithoutSync();
  if (!isSynced) await client.executeMultiple('PRAGMA synchronous = NORMAL');
  const restore = async () => {
    if (!isSynced) await client.executeMultiple('PRAGMA synchronous = FULL');
  };
  try {
    await client.begin();
  } catch (error) {
    await restore();
    throw error;
  }
  const rollback = async () => {
    client.rollback();
    await restore();
  };
  // Nor a transaction for more than this.
  const transaction = {
    execute: async (statement: SqliteStatement) => client.executeWithin(statement),
    rollback,
    async commit() {
      try {
        client.commit();
      } catch (error) {
        // What cannot be committed stays open, unless SQLite has rolled it back itself.
        await rollback();
        throw error;
      }
      await restore();
    },
  };
  return transaction as unknown as Transaction;
}
