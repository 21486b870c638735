import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDirectory } from '#program-files';
import { StartError } from '#start-error';
import { type DatabaseKind, quote, type SchemaConnection } from '../schema-connection.ts';

/** Directory of both databases' migrations. */
export const MIGRATIONS_DIRECTORY = join(packageDirectory, 'prisma/migrations');

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Applied and pending migrations of a database. */
export interface MigrationPlan {
  /** False for a database without any applied migration. */
  readonly isMigrated: boolean;
  readonly pending: readonly Migration[];
}

/**
 * Compares a database with the migrations that this version knows; changes nothing.
 *
 * @throws {StartError} if a newer version has migrated it, because its changes are unknown here
 */
export async function planMigrations(
  connection: SchemaConnection,
  directory: string,
): Promise<MigrationPlan> {
  const migrations = await readMigrations(join(directory, connection.kind));
  const finished = await readFinished(connection);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...finished].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database has been migrated by a newer version of Satchel (${unknown.join(', ')}). Start that version, or restore a copy of the database from before it.`,
    );
  }
  const pending = migrations.filter(({ name }) => !finished.has(name));
  return { isMigrated: finished.size > 0, pending };
}

/**
 * Applies migrations in order, each with its note in one transaction, so that a crash leaves none half
 * applied.
 */
export async function applyMigrations(
  connection: SchemaConnection,
  migrations: readonly Migration[],
): Promise<void> {
  for (const { name, sql } of migrations) {
    await connection.transaction(async () => {
      await connection.run(NOTES_TABLE[connection.kind]);
      // Earlier versions also noted the start of a migration. One without an end was rolled back completely.
      await connection.run(
        `DELETE FROM "_prisma_migrations" WHERE "finished_at" IS NULL AND "migration_name" = ${quote(name)}`,
      );
      await connection.run(sql);
      if (connection.kind === 'sqlite') await assertReferences(connection, name);
      const checksum = createHash('sha256').update(sql).digest('hex');
      await connection.run(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
         VALUES (${quote(randomUUID())}, ${quote(checksum)}, ${quote(name)}, CURRENT_TIMESTAMP, 1)`,
      );
    });
  }
}

/** Checks the references between rows, because foreign keys are off during migrations. */
async function assertReferences(connection: SchemaConnection, name: string): Promise<void> {
  const broken = await connection.query('PRAGMA foreign_key_check');
  const [first] = broken;
  if (!first) return;
  throw new StartError(
    `The migration ${name} was taken back: after it ${broken.length} rows would refer to what is not there, such as one of ${first.table} to ${first.parent}. The database is as it was before it.`,
  );
}

/** Prisma's own table, so that its tools still recognize the database. */
const NOTES_TABLE: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL,
    "checksum" TEXT NOT NULL,
    "finished_at" DATETIME,
    "migration_name" TEXT NOT NULL,
    "logs" TEXT,
    "rolled_back_at" DATETIME,
    "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`,
};

async function readFinished(connection: SchemaConnection): Promise<ReadonlySet<string>> {
  const found = await connection.query(
    connection.kind === 'sqlite'
      ? "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'"
      : "SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations' AND schemaname = current_schema()",
  );
  if (found.length === 0) return new Set();
  const rows = await connection.query(
    'SELECT "migration_name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL',
  );
  return new Set(rows.map((row) => String(row.migration_name)));
}

/** All migrations that this version knows, in order. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(directory, name, 'migration.sql'), 'utf8'),
    })),
  );
}
