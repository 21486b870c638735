import { type DatabasePlace, openSchema } from '@satchel/server/database/schema/inspect-database';
import type { SchemaConnection } from '@satchel/server/database/schema-connection';
import { type PortableRow, selectList, toPortable } from './portable-row.ts';
import { readTables, type Table } from './tables.ts';

/** All rows of a database at one instant, while other processes continue to write. */
export interface RowSnapshot extends AsyncDisposable {
  readonly kind: SchemaConnection['kind'];
  readonly tables: readonly Table[];
  /** Applied migrations, in order. */
  readonly migrations: readonly string[];
  rows(table: Table): AsyncIterable<PortableRow>;
}

/**
 * Takes a snapshot.
 *
 * @param whileHeld runs at that very instant, while no row of a share can be deleted, and so no object
 *   of one. It must be short, because writers wait.
 */
export async function takeSnapshot(
  place: DatabasePlace,
  whileHeld: () => Promise<void> = async () => undefined,
): Promise<RowSnapshot> {
  await using opened = new AsyncDisposableStack();
  const reader = opened.use(await openSchema(place));
  await using writer = await openSchema(place);
  await hold(writer);
  await reader.run(BEGIN_SNAPSHOT[reader.kind]);
  // The snapshot is taken at the first query.
  const tables = await readTables(reader);
  const finished = await reader.query(
    'SELECT "migration_name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY "migration_name"',
  );
  await whileHeld();
  await writer.run('ROLLBACK');
  const kept = opened.move();
  return {
    kind: reader.kind,
    tables,
    migrations: finished.map((row) => String(row.migration_name)),
    rows: (table) => readRows(reader, table),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

const BEGIN_SNAPSHOT = {
  sqlite: 'BEGIN',
  postgresql: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
} as const;

/**
 * Blocks writers. SQLite has a single one. PostgreSQL locks one table only, because taking a second
 * lock while holding the first could deadlock with a transaction that takes them in reverse order. One
 * is enough, because every removal of a share deletes its row.
 */
async function hold(writer: SchemaConnection): Promise<void> {
  if (writer.kind === 'sqlite') {
    await writer.run('BEGIN IMMEDIATE');
    return;
  }
  await writer.run('BEGIN');
  await writer.run('LOCK TABLE "file_shares" IN SHARE MODE');
}

export async function* readRows(
  connection: SchemaConnection,
  { name, columns }: Table,
): AsyncGenerator<PortableRow> {
  const sql = `SELECT ${selectList(connection.kind, columns)} FROM "${name}"`;
  for await (const row of connection.iterate(sql)) yield toPortable(columns, row);
}
