import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@satchel/server/config';
import { MIGRATIONS_DIRECTORY, readMigrations } from '@satchel/server/database/schema/migrate';
import {
  openPostgresSchema,
  openSqliteSchema,
  type SchemaConnection,
} from '@satchel/server/database/schema-connection';
import { StartError } from '@satchel/server/start-error';
import { finishRestore, markRestored } from '@satchel/server/startup/prepared-restore';
import {
  prepare,
  putInPlace,
  putPrepared,
  removeUnfinished,
  UNPACKED,
} from '@satchel/server/startup/restored-data';
import { syncPath } from '@satchel/server/startup/sync-path';
import { assertUnused } from '../assert-unused.ts';

/** Target of a restore. Nothing of the backup is visible before `commit`. */
export interface RestoreTarget extends AsyncDisposable {
  readonly connection: SchemaConnection;
  /** Folder for objects and the secret key. */
  readonly folder: string;
  /** @returns the folder with the previous data */
  commit(at: Date): Promise<string | undefined>;
}

/** @throws {StartError} if there are data already that must not be replaced */
export async function openTarget(config: Config, isReplaced: boolean): Promise<RestoreTarget> {
  const { dataDirectory, databaseUrl } = config;
  await finishRestore(config);
  const taken = ['satchel.db', 'objects', 'secret.key'].filter(
    (name) =>
      existsSync(join(dataDirectory, name)) && (databaseUrl === undefined || name === 'objects'),
  );
  if (taken.length > 0 && !isReplaced) throw notEmpty(`${dataDirectory} has ${taken.join(', ')}`);
  const folder = join(dataDirectory, UNPACKED);
  await removeUnfinished(dataDirectory);
  await mkdir(folder, { mode: 0o700 });
  return databaseUrl === undefined
    ? openSqliteTarget(dataDirectory, folder)
    : openPostgresTarget(databaseUrl, dataDirectory, folder, isReplaced);
}

function notEmpty(what: string): StartError {
  return new StartError(`${what}. With --replace the backup takes its place. Nothing was changed.`);
}

async function openSqliteTarget(dataDirectory: string, folder: string): Promise<RestoreTarget> {
  const path = join(folder, 'satchel.db');
  await (await open(path, 'wx', 0o600)).close();
  const connection = openSqliteSchema(path);
  let isOpen = true;
  // The file is created from scratch and used only when complete, so it needs no journal.
  await connection.run('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  return {
    connection,
    folder,
    async commit(at) {
      const broken = await connection.query('PRAGMA foreign_key_check');
      if (broken.length > 0) throw new StartError('The backup has rows that refer to none.');
      isOpen = false;
      await connection[Symbol.asyncDispose]();
      await syncPath(path);
      return putInPlace(dataDirectory, at);
    },
    async [Symbol.asyncDispose]() {
      if (isOpen) await connection[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Restores the rows in one transaction. The objects are unpacked before its commit, and moved into
 * place after it.
 */
async function openPostgresTarget(
  databaseUrl: string,
  dataDirectory: string,
  folder: string,
  isReplaced: boolean,
): Promise<RestoreTarget> {
  await assertUnused(databaseUrl);
  const connection = await openPostgresSchema(databaseUrl);
  await connection.run('BEGIN');
  const tables = await ownTables(connection);
  if (tables.length > 0 && !isReplaced) {
    await connection[Symbol.asyncDispose]();
    throw notEmpty('DATABASE_URL: the database has a Satchel in it');
  }
  if (tables.length > 0) await connection.run(`DROP TABLE ${tables.join(', ')} CASCADE`);
  return {
    // Runs the migrations' own transactions as parts of the outer one.
    connection: { ...connection, transaction: (work) => work() },
    folder,
    async commit(at) {
      const hasObjects = existsSync(join(folder, 'objects'));
      const stamp = hasObjects ? await prepare(dataDirectory, at) : undefined;
      if (stamp !== undefined) await markRestored(connection, stamp, at);
      // If the outcome of this commit is unknown, the next start reads it from the database.
      await connection.run('COMMIT');
      return stamp === undefined ? undefined : putPrepared(dataDirectory, stamp);
    },
    async [Symbol.asyncDispose]() {
      // Closing the connection rolls back uncommitted rows.
      await connection[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tables of our migrations, because a schema may contain other programs' tables. */
async function ownTables(connection: SchemaConnection): Promise<readonly string[]> {
  const sql = (await readMigrations(join(MIGRATIONS_DIRECTORY, 'postgresql'))).map(
    (migration) => migration.sql,
  );
  const made = sql.join().matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/g);
  const ours = new Set([...made].map(([, name = '']) => name)).add('_prisma_migrations');
  const found = await connection.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  return found
    .map(({ name }) => String(name))
    .filter((name) => ours.has(name))
    .map((name) => `"${name}"`);
}
