import Database from 'libsql';
import { retryWhileBusy } from './retry-while-busy.ts';

/** How long a statement waits for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 10_000;

type Value = null | string | number | bigint | boolean | ArrayBuffer | Buffer;
type Row = readonly Value[];

export interface SqliteStatement {
  readonly sql: string;
  readonly args?: readonly Value[];
}

export interface SqliteResult {
  readonly columns: readonly string[];
  /** As the tables declare them; empty for what is computed. */
  readonly columnTypes: readonly string[];
  readonly rows: readonly Row[];
  readonly rowsAffected: number;
}

/** What reads only, or has to stand outside of a transaction. */
const READS = /^\s*(?:SELECT|PRAGMA|EXPLAIN|VALUES)\b/i;

/**
 * One connection to a SQLite file, for everything. Libsql's own client gives its connection away to a
 * transaction and opens another one for what comes next; and a statement that finds another process
 * writing it leaves unfinished until the garbage collector comes. Until then SQLite commits nothing on
 * that connection: transactions fail, and single statements are acknowledged and not kept.
 *
 * So nothing writes here before the lock of all writers is taken, by `exec`, which leaves nothing behind.
 * It is waited for outside of the one thread that everybody needs.
 */
export class SqliteClient {
  readonly #database: Database.Database;

  constructor(path: string) {
    this.#database = new Database(path);
  }

  /** Runs one statement outside of a transaction: what it has changed is kept once it is back. */
  async execute(statement: SqliteStatement): Promise<SqliteResult> {
    if (READS.test(statement.sql)) {
      return retryWhileBusy(async () => this.#run(statement), BUSY_TIMEOUT_MS);
    }
    await this.begin();
    try {
      const result = this.#run(statement);
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Any number of statements, outside of a transaction. */
  async executeMultiple(script: string): Promise<void> {
    await retryWhileBusy(async () => this.#database.exec(script), BUSY_TIMEOUT_MS);
  }

  /** Begins a transaction that can write from its start. */
  async begin(): Promise<void> {
    await this.executeMultiple('BEGIN IMMEDIATE');
  }

  executeWithin(statement: SqliteStatement): SqliteResult {
    return this.#run(statement);
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  /** Does nothing where SQLite has rolled back by itself. */
  rollback(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }

  #run({ sql, args = [] }: SqliteStatement): SqliteResult {
    const statement = this.#database.prepare(sql).safeIntegers(true);
    const values = args.map(toSql);
    if (!statement.reader) {
      const { changes } = statement.run(values);
      return { columns: [], columnTypes: [], rows: [], rowsAffected: changes };
    }
    const columns = statement.columns();
    const rows = statement.raw(true).all(values) as Value[][];
    return {
      columns: columns.map(({ name }) => name),
      columnTypes: columns.map(({ type }) => type ?? ''),
      rows: rows.map((row) => Array.from(row, fromSql)),
      rowsAffected: 0,
    };
  }
}

function toSql(value: Value): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof ArrayBuffer ? Buffer.from(value) : value;
}

/** Prisma's adapter takes numbers where they are exact, and bytes without a view of them. */
function fromSql(value: Value): Value {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (!Buffer.isBuffer(value)) return value;
  const { buffer, byteOffset, byteLength } = value;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
