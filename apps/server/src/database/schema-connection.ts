import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { POSTGRES_CONNECTION } from './postgres-connection.ts';

export type DatabaseKind = 'sqlite' | 'postgresql';

type Row = Readonly<Record<string, unknown>>;

/** One connection that looks at a database and changes its schema, before Prisma opens it. */
export interface SchemaConnection extends AsyncDisposable {
  readonly kind: DatabaseKind;
  /** One statement. */
  query(sql: string): Promise<readonly Row[]>;
  /** Any number of statements. */
  run(sql: string): Promise<void>;
  /** All of it or nothing. */
  transaction(work: () => Promise<void>): Promise<void>;
}

/**
 * Foreign keys are off for the whole connection, because in SQLite a table is changed by being made
 * anew: dropping the old one would delete, by cascade, whatever refers to it. SQLite ignores
 * `PRAGMA foreign_keys` within a transaction, so that a migration cannot turn them off itself.
 */
export function openSqliteSchema(path: string, busyTimeoutMs: number): SchemaConnection {
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: false,
    timeout: busyTimeoutMs,
  });
  const run = async (sql: string) => database.exec(sql);
  return {
    kind: 'sqlite',
    query: async (sql) => database.prepare(sql).all(),
    run,
    transaction: (work) => inTransaction(run, work),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/** Replicas that start together take their turns: the lock is held until the connection is closed. */
export async function openPostgresSchema(connectionString: string): Promise<SchemaConnection> {
  const client = new pg.Client({ ...POSTGRES_CONNECTION, connectionString });
  await client.connect();
  await client.query("SELECT pg_advisory_lock(hashtext('satchel_migrations'))");
  const run = async (sql: string) => {
    await client.query(sql);
  };
  return {
    kind: 'postgresql',
    query: async (sql) => (await client.query(sql)).rows,
    run,
    transaction: (work) => inTransaction(run, work),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function inTransaction(
  run: (sql: string) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  await run('BEGIN');
  try {
    await work();
    await run('COMMIT');
  } catch (error) {
    // What broke the transaction may have ended it already.
    await run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A text as SQL writes it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
