import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { toResultSet } from './result-set.ts';
import type {
  SqliteConnectionOptions,
  SqliteOutcome,
  SqliteRequest,
  SqliteStatement,
} from './worker-messages.ts';

/** Maximum number of cached compiled statements; the oldest is evicted first. */
const STATEMENTS_CACHED = 200;

const { path, isReadOnly, busyTimeoutMs } = workerData as SqliteConnectionOptions;
const database = new DatabaseSync(path, { readOnly: isReadOnly, timeout: busyTimeoutMs });
const statements = new Map<string, StatementSync>();

parentPort?.on('message', (request: SqliteRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: SqliteRequest): readonly SqliteOutcome[] {
  switch (request.kind) {
    case 'run':
      return [attempt(() => run(request.statement))];
    case 'write':
      return write(request.statements, request.isSynced);
    case 'script':
      return [act(() => database.exec(request.script))];
    case 'begin':
      return [act(() => begin(request.isSynced))];
    case 'commit':
      return [act(commit)];
    case 'rollback':
      return [act(endTransaction)];
    case 'close':
      return [act(() => database.close())];
  }
}

/** Runs statements that arrived together in one transaction, so that they wait for the disk once. */
function write(all: readonly SqliteStatement[], isSynced: boolean): readonly SqliteOutcome[] {
  const begun = act(() => begin(isSynced));
  if ('error' in begun) return all.map(() => begun);
  const outcomes: SqliteOutcome[] = [];
  for (const statement of all) {
    // SQLite undoes a failed statement alone; a full disk may end the whole transaction.
    if (database.isTransaction) outcomes.push(attempt(() => run(statement)));
  }
  const committed = act(commit);
  if (!('error' in committed)) return outcomes;
  if (all.length > 1) return all.flatMap((statement) => write([statement], isSynced));
  return [outcomes.find((outcome) => 'error' in outcome) ?? committed];
}

function begin(isSynced: boolean): void {
  if (!isSynced) database.exec('PRAGMA synchronous = NORMAL');
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    endTransaction();
    throw error;
  }
}

function commit(): void {
  try {
    database.exec('COMMIT');
  } finally {
    endTransaction();
  }
}

/** Rolls back an open transaction, and waits for the disk again from the next one on. */
function endTransaction(): void {
  if (database.isTransaction) database.exec('ROLLBACK');
  database.exec('PRAGMA synchronous = FULL');
}

function run({ sql, args }: SqliteStatement): SqliteOutcome {
  const statement = prepare(sql);
  const columns = statement.columns();
  if (columns.length === 0) {
    return { changes: Number(statement.run(...args).changes) };
  }
  const rows = statement.all(...args) as unknown as unknown[][];
  return { resultSet: toResultSet(columns, rows), changes: 0 };
}

function prepare(sql: string): StatementSync {
  const known = statements.get(sql);
  const statement = known ?? database.prepare(sql);
  if (known) statements.delete(sql);
  else {
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
  }
  statements.set(sql, statement);
  const [oldest] = statements.keys();
  if (oldest !== undefined && statements.size > STATEMENTS_CACHED) statements.delete(oldest);
  return statement;
}

function act(work: () => void): SqliteOutcome {
  return attempt(() => {
    work();
    return { changes: 0 };
  });
}

function attempt(work: () => SqliteOutcome): SqliteOutcome {
  try {
    return work();
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number };
    return { error: { message, code: errcode ?? 1 } };
  }
}
