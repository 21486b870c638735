import type { DatabasePlace } from '#database/schema/inspect-database.ts';
import { openPostgresSchema, quote, type SchemaConnection } from '#database/schema-connection.ts';
import { listPrepared, putPrepared } from './restored-data.ts';

/**
 * Key of a row of `settings` that the API does not expose: names the prepared objects that belong to
 * these rows.
 */
const KEY = 'restore.objects';

/** Links rows to the objects that were prepared with them, in the transaction that restores the rows. */
export async function markRestored(
  connection: SchemaConnection,
  stamp: string,
  at: Date,
): Promise<void> {
  const time = quote(at.toISOString());
  await connection.run(
    `INSERT INTO "settings" ("key", "value", "created_at", "updated_at") VALUES (${quote(KEY)}, ${quote(stamp)}, ${time}, ${time}) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
  );
}

/**
 * Finishes an interrupted restore into PostgreSQL. One transaction decides whether its rows exist, and
 * the objects waiting in the data folder follow. Needs the data folder exclusively.
 */
export async function finishRestore({ dataDirectory, databaseUrl }: DatabasePlace): Promise<void> {
  if (databaseUrl === undefined) return;
  const prepared = await listPrepared(dataDirectory);
  if (prepared.length === 0) return;
  // Waits for the lock of the restore, so that PostgreSQL has finished everything it sent.
  await using connection = await openPostgresSchema(databaseUrl);
  const stamp = await readMark(connection);
  if (stamp !== undefined && prepared.includes(stamp)) await putPrepared(dataDirectory, stamp);
}

async function readMark(connection: SchemaConnection): Promise<string | undefined> {
  const [table] = await connection.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'settings'",
  );
  if (!table) return undefined;
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = ${quote(KEY)}`,
  );
  return row && String(row.value);
}
