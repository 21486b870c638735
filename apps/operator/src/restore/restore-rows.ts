import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applyMigrations,
  MIGRATIONS_DIRECTORY,
  planMigrations,
} from '@satchel/server/database/schema/migrate';
import type { SchemaConnection } from '@satchel/server/database/schema-connection';
import { StartError } from '@satchel/server/start-error';
import { type PortableRow, portableRow } from '../rows/portable-row.ts';
import { readTables, type Table } from '../rows/tables.ts';
import { writeRows } from '../rows/write-rows.ts';

/** New database that gets the rows of an archive. */
export interface RestoredRows {
  add(table: string, rows: readonly PortableRow[]): Promise<void>;
  /** Migrates the restored database to this version. */
  finish(): Promise<void>;
}

/** @throws {StartError} if a newer version has written the archive */
export async function assertKnown(migrations: readonly string[]): Promise<void> {
  const known = new Set(await readdir(join(MIGRATIONS_DIRECTORY, 'sqlite')));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StartError(
    `A newer version of Satchel has written this backup (${unknown.join(', ')}). Restore it with that version. Nothing was changed.`,
  );
}

/** Creates the tables as of the archive's version, because its rows fit only those. */
export async function createTables(
  connection: SchemaConnection,
  migrations: readonly string[],
): Promise<RestoredRows> {
  const wanted = new Set(migrations);
  const { pending } = await planMigrations(connection, MIGRATIONS_DIRECTORY);
  const then = pending.filter(({ name }) => wanted.has(name));
  await applyMigrations(connection, then);
  const tables = new Map<string, Table>();
  for (const table of await readTables(connection)) tables.set(table.name, table);
  return {
    async add(name, rows) {
      const table = tables.get(name);
      if (!table) throw new StartError(`The backup has a table ${name}, which is not known here.`);
      await writeRows(connection, table, rows);
    },
    async finish() {
      await applyMigrations(
        connection,
        pending.filter(({ name }) => !wanted.has(name)),
      );
    },
  };
}

/** @throws {StartError} for a line that is no row */
export function parseRows(text: string): PortableRow[] {
  return text.split('\n').filter(Boolean).map(parseRow);
}

function parseRow(line: string): PortableRow {
  try {
    return portableRow.parse(JSON.parse(line));
  } catch (cause) {
    throw new StartError('The backup has a line that is no row. Nothing was changed.', { cause });
  }
}
