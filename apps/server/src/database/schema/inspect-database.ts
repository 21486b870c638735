import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#start-error';
import {
  connectPostgresSchema,
  openSqliteSchema,
  type SchemaConnection,
} from '../schema-connection.ts';
import {
  MIGRATIONS_DIRECTORY,
  type MigrationPlan,
  planMigrations,
  readMigrations,
} from './migrate.ts';

export interface DatabasePlace {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
}

export const sqlitePathIn = (dataDirectory: string) => join(dataDirectory, 'satchel.db');

/**
 * Reports the migrations of a database; does not create a missing one.
 *
 * @throws {StartError} if a newer version has migrated it, or it cannot be reached
 */
export async function inspectDatabase(place: DatabasePlace): Promise<MigrationPlan> {
  if (place.databaseUrl === undefined && !existsSync(sqlitePathIn(place.dataDirectory))) {
    return {
      isMigrated: false,
      pending: await readMigrations(join(MIGRATIONS_DIRECTORY, 'sqlite')),
    };
  }
  await using connection = await openSchema(place);
  return await planMigrations(connection, MIGRATIONS_DIRECTORY);
}

/** @throws {StartError} if there is no database that this version can use as it is */
export async function assertMigrated(place: DatabasePlace): Promise<void> {
  const { isMigrated, pending } = await inspectDatabase(place);
  if (!isMigrated) throw new StartError('There is no database yet: start the server once.');
  if (pending.length > 0) {
    throw new StartError('The database is of an older version: run `satchel migrate` first.');
  }
}

/**
 * Opens a database that other processes may use at the same time.
 *
 * @throws {StartError} if PostgreSQL cannot be reached
 */
export async function openSchema({
  dataDirectory,
  databaseUrl,
}: DatabasePlace): Promise<SchemaConnection> {
  if (databaseUrl === undefined) return openSqliteSchema(sqlitePathIn(dataDirectory));
  return connectPostgresSchema(databaseUrl);
}
