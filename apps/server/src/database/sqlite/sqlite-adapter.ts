import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { isWithoutSync } from '../without-sync.ts';
import { SqliteClient } from './sqlite-client.ts';
import { toMappedError } from './sqlite-errors.ts';
import { toSqliteValue } from './sqlite-values.ts';
import type { SqliteOutcome, SqliteStatement } from './worker-messages.ts';

const INFO = { provider: 'sqlite', adapterName: 'satchel-node-sqlite' } as const;

/** Prisma's driver adapter for SQLite, on {@link SqliteClient}. */
export function createSqliteAdapter(path: string): SqlMigrationAwareDriverAdapterFactory {
  const connect = async () => toDriverAdapter(new SqliteClient(path));
  return { ...INFO, connect, connectToShadowDb: connect };
}

function toDriverAdapter(client: SqliteClient): SqlDriverAdapter {
  return {
    ...toQueryable((statement) => client.execute(statement, !isWithoutSync())),
    async executeScript(script) {
      unwrap(await client.executeScript(script));
    },
    startTransaction: (isolationLevel) => startTransaction(client, isolationLevel),
    dispose: () => client.close(),
  };
}

async function startTransaction(
  client: SqliteClient,
  level: IsolationLevel | undefined,
): Promise<Transaction> {
  if (level !== undefined && level !== 'SERIALIZABLE') {
    throw new DriverAdapterError({ kind: 'InvalidIsolationLevel', level });
  }
  unwrap(await client.begin(!isWithoutSync()));
  const run = async (sql: string) => {
    unwrap(await client.executeWithin({ sql, args: [] }));
  };
  return {
    ...toQueryable((statement) => client.executeWithin(statement)),
    // Makes Prisma call `commit` and `rollback` instead of sending statements for them.
    options: { usePhantomQuery: true },
    async commit() {
      unwrap(await client.end('commit'));
    },
    async rollback() {
      unwrap(await client.end('rollback'));
    },
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  };
}

function toQueryable(
  execute: (statement: SqliteStatement) => Promise<SqliteOutcome>,
): SqlQueryable {
  const run = async ({ sql, args, argTypes }: SqlQuery) =>
    unwrap(await execute({ sql, args: args.map((arg, i) => toSqliteValue(arg, argTypes[i])) }));
  return {
    ...INFO,
    async queryRaw(query) {
      const { resultSet } = await run(query);
      return resultSet ?? { columnNames: [], columnTypes: [], rows: [] };
    },
    executeRaw: async (query) => (await run(query)).changes,
  };
}

function unwrap(outcome: SqliteOutcome) {
  if ('error' in outcome) throw new DriverAdapterError(toMappedError(outcome.error));
  return outcome;
}
