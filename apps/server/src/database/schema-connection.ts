import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { StartError } from '#start-error';
import { POSTGRES_CONNECTION } from './postgres-connection.ts';
import { BUSY_TIMEOUT_MS } from './sqlite/sqlite-client.ts';

export type DatabaseKind = 'sqlite' | 'postgresql';

export type Row = Readonly<Record<string, unknown>>;

/** Number of rows of a long result that are fetched together. */
const ROWS_A_FETCH = 200;

export type SqlValue = string | number | null;

/** Connection that inspects a database and changes its schema, before Prisma opens it. */
export interface SchemaConnection extends AsyncDisposable {
  readonly kind: DatabaseKind;
  /** Runs one statement, whose parameters are `?` in SQLite and `$1` in PostgreSQL. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Yields the rows of a long result; PostgreSQL needs a transaction for it. */
  iterate(sql: string): AsyncIterable<Row>;
  /** Runs any number of statements. */
  run(sql: string): Promise<void>;
  /** Commits all of the work or nothing. */
  transaction(work: () => Promise<void>): Promise<void>;
}

/**
 * Foreign keys are off for the whole connection. SQLite changes a table by creating it again, and
 * dropping the old one would delete all referring rows by cascade. A migration cannot turn them off
 * itself, because SQLite ignores `PRAGMA foreign_keys` within a transaction.
 */
export function openSqliteSchema(path: string): SchemaConnection {
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: false,
    timeout: BUSY_TIMEOUT_MS,
  });
  const run = async (sql: string) => database.exec(sql);
  return {
    kind: 'sqlite',
    query: async (sql, values = []) => database.prepare(sql).all(...values),
    async *iterate(sql) {
      yield* database.prepare(sql).iterate();
    },
    run,
    transaction: (work) => inTransaction(run, work),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/**
 * Holds a lock until the connection is closed, so that replicas that start together migrate one after
 * another.
 */
export async function openPostgresSchema(
  connectionString: string,
  variable?: string,
): Promise<SchemaConnection> {
  const connection = await connectPostgresSchema(connectionString, variable);
  await connection.query("SELECT pg_advisory_lock(hashtext('satchel_migrations'))");
  return connection;
}

/**
 * Connects without the lock, for readers: replicas may start meanwhile.
 *
 * @param variable that the operator has to look at if the database cannot be reached
 * @throws {StartError} if it cannot be reached
 */
export async function connectPostgresSchema(
  connectionString: string,
  variable = 'DATABASE_URL',
): Promise<SchemaConnection> {
  const client = await connect(connectionString).catch((cause: unknown) => {
    throw new StartError(`${variable}: the database cannot be reached: ${reasonOf(cause)}`, {
      cause,
    });
  });
  const run = async (sql: string) => {
    await client.query(sql);
  };
  return {
    kind: 'postgresql',
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    async *iterate(sql) {
      await client.query(`DECLARE long_result CURSOR FOR ${sql}`);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${ROWS_A_FETCH} FROM long_result`);
        yield* rows;
        if (rows.length < ROWS_A_FETCH) break;
      }
      await client.query('CLOSE long_result');
    },
    run,
    transaction: (work) => inTransaction(run, work),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ ...POSTGRES_CONNECTION, connectionString });
  await client.connect();
  return client;
}

/** A name with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : String(first);
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
    // The error may have ended the transaction already.
    await run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Text as an SQL literal. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
