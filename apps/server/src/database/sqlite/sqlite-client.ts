import { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteOutcome, SqliteStatement } from './worker-messages.ts';

/** Timeout in ms of a statement that waits for another process. */
export const BUSY_TIMEOUT_MS = 10_000;

/** Number of reading connections, so that a long read does not delay short ones. */
const READERS = 2;
/** Maximum number of statements that are committed together. */
const WRITES_PER_COMMIT = 200;

const READS = /^\s*(?:SELECT|EXPLAIN|VALUES|WITH\b(?!.*\b(?:INSERT|UPDATE|DELETE)\b))\b/is;
/** SQLite refuses some of these inside a transaction. */
const PRAGMAS = /^\s*PRAGMA\b/i;

interface Turn {
  /** False if the commit need not wait for the disk. */
  readonly isSynced?: boolean;
  /** Statement that may be committed together with its neighbours; other turns use the writer alone. */
  readonly statement?: SqliteStatement;
  readonly start: (outcome: Promise<SqliteOutcome> | undefined) => void;
}

/**
 * SQLite file with one writing connection, for one transaction after another, and several reading ones.
 * Each runs in a worker thread, so that the event loop waits neither for a long query nor for the disk
 * or another process. Readers see committed data (the file is in WAL mode).
 */
export class SqliteClient {
  readonly #writer: SqliteConnection;
  readonly #readers: readonly SqliteConnection[];
  readonly #turns: Turn[] = [];
  #isWriterTaken = false;

  /** @param path existing file, which may be empty, because reading connections cannot create it */
  constructor(path: string) {
    const options = { path, busyTimeoutMs: BUSY_TIMEOUT_MS };
    this.#writer = new SqliteConnection({ ...options, isReadOnly: false });
    this.#readers = Array.from(
      { length: READERS },
      () => new SqliteConnection({ ...options, isReadOnly: true }),
    );
  }

  /**
   * Runs one statement outside of a transaction; its changes are committed when it resolves.
   *
   * @param isSynced false if the commit need not wait for the disk
   */
  async execute(statement: SqliteStatement, isSynced = true): Promise<SqliteOutcome> {
    if (READS.test(statement.sql)) {
      const reader = this.#readers.reduce((a, b) => (b.pendingCount < a.pendingCount ? b : a));
      return reader.send({ kind: 'run', statement });
    }
    if (PRAGMAS.test(statement.sql)) {
      return this.#alone(() => this.#writer.send({ kind: 'run', statement }));
    }
    const { promise, resolve } = Promise.withResolvers<SqliteOutcome | undefined>();
    this.#turns.push({ statement, isSynced, start: resolve });
    this.#startNext();
    return (await promise) ?? { changes: 0 };
  }

  /** Runs any number of statements, outside of a transaction. */
  executeScript(script: string): Promise<SqliteOutcome> {
    return this.#alone(() => this.#writer.send({ kind: 'script', script }));
  }

  /**
   * Begins a transaction that can write from its start. The caller must end it.
   *
   * @param isSynced false if the commit need not wait for the disk
   */
  async begin(isSynced: boolean): Promise<SqliteOutcome> {
    await this.#takeWriter();
    const begun = await this.#writer.send({ kind: 'begin', isSynced });
    if ('error' in begun) this.#releaseWriter();
    return begun;
  }

  executeWithin(statement: SqliteStatement): Promise<SqliteOutcome> {
    return this.#writer.send({ kind: 'run', statement });
  }

  /** Commits or rolls back; a transaction that cannot be committed is rolled back. */
  async end(kind: 'commit' | 'rollback'): Promise<SqliteOutcome> {
    try {
      return await this.#writer.send({ kind });
    } finally {
      this.#releaseWriter();
    }
  }

  /**
   * Closes the connections after their pending work. The writer closes last, because the last
   * connection writes the log back into the file, which a reading one cannot.
   */
  async close(): Promise<void> {
    await Promise.all(this.#readers.map((connection) => connection.close()));
    await this.#writer.close();
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#takeWriter();
    try {
      return await work();
    } finally {
      this.#releaseWriter();
    }
  }

  #takeWriter(): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#turns.push({ start: resolve });
    this.#startNext();
    return promise;
  }

  #releaseWriter(): void {
    this.#isWriterTaken = false;
    this.#startNext();
  }

  #startNext(): void {
    const [next] = this.#turns;
    if (!next || this.#isWriterTaken) return;
    this.#isWriterTaken = true;
    if (!next.statement) {
      this.#turns.shift();
      next.start(undefined);
      return;
    }
    // Commits statements of this turn of the event loop together with those that wait for the writer.
    queueMicrotask(() => this.#writeTogether());
  }

  #writeTogether(): void {
    const end = this.#turns.findIndex(({ statement }) => !statement);
    const count = Math.min(end < 0 ? this.#turns.length : end, WRITES_PER_COMMIT);
    const turns = this.#turns.splice(0, count);
    const statements = turns.flatMap(({ statement }) => statement ?? []);
    const isSynced = turns.some((turn) => turn.isSynced);
    const outcomes = this.#writer.sendAll({ kind: 'write', statements, isSynced });
    for (const [index, { start }] of turns.entries()) {
      start(outcomes.then((all) => all[index] ?? { changes: 0 }));
    }
    void outcomes.finally(() => this.#releaseWriter()).catch(() => undefined);
  }
}
