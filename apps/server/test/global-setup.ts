import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/database/database.ts';
import { createSecretKey, readOrCreateSecret } from '../src/security/secret-key.ts';
import { DATABASE_OPTIONS } from './database-options.ts';
import { createDatabase, findPostgres, startPostgres } from './start-postgres.ts';

const BINARIES = join(import.meta.dirname, '../../../node_modules/.bin');

declare module 'vitest' {
  interface ProvidedContext {
    /** URL at which test files create their databases; undefined without PostgreSQL. */
    postgresUrl: string | undefined;
    /** Name of a fully migrated database there; servers start with a copy of it. */
    migratedDatabase: string | undefined;
    /** Data directory with a migrated SQLite database and its secret key; servers start with a copy. */
    migratedSqlite: string;
  }
}

/** Builds the bundle that child processes run, unless Turborepo has done so. */
function buildServer(): void {
  if (process.env.TURBO_HASH !== undefined) return;
  execFileSync('turbo', ['run', 'build', '--filter=@satchel/server', '--output-logs=errors-only'], {
    env: { ...process.env, PATH: `${BINARIES}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function createMigratedDatabase(serverUrl: string): Promise<string> {
  const databaseUrl = await createDatabase(serverUrl);
  const location = { dataDirectory: tmpdir(), databaseUrl };
  const { close } = await openDatabase({ ...location, ...DATABASE_OPTIONS });
  await close();
  return new URL(databaseUrl).pathname.slice(1);
}

async function createMigratedSqlite(): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'satchel-migrated-'));
  const secretKey = createSecretKey(await readOrCreateSecret(dataDirectory));
  const location = { dataDirectory, databaseUrl: undefined };
  const { close } = await openDatabase({ ...DATABASE_OPTIONS, ...location, secretKey });
  await close();
  return dataDirectory;
}

/** Starts a private PostgreSQL for all integration tests, and prints which databases they use. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildServer();
  const migratedSqlite = await createMigratedSqlite();
  project.provide('migratedSqlite', migratedSqlite);
  const removeSqlite = () => rmSync(migratedSqlite, { recursive: true });
  const isWanted = process.env.SATCHEL_TEST_POSTGRES !== '0';
  const binaries = isWanted ? findPostgres() : undefined;
  if (binaries === undefined) {
    const reason = isWanted ? 'it is not installed' : 'SATCHEL_TEST_POSTGRES=0';
    process.stdout.write(`server databases: sqlite (no postgresql: ${reason})\n`);
    project.provide('postgresUrl', undefined);
    project.provide('migratedDatabase', undefined);
    return async () => removeSqlite();
  }
  const postgres = await startPostgres(binaries);
  process.stdout.write(`server databases: sqlite, postgresql (${binaries})\n`);
  project.provide('postgresUrl', postgres.url);
  project.provide('migratedDatabase', await createMigratedDatabase(postgres.url));
  return async () => {
    removeSqlite();
    await postgres.stop();
  };
}
