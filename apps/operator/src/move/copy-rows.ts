import {
  openPostgresSchema,
  type SchemaConnection,
} from '@satchel/server/database/schema-connection';
import { EMBEDDED_CONFIG_ID } from '@satchel/server/features/storage-configs/repository';
import type { StorageConfig } from '@satchel/server/features/storage-configs/service';
import type { Act } from '@satchel/server/security/audit-trail';
import { StartError } from '@satchel/server/start-error';
import { noteAct } from '../operator-act.ts';
import { createTables } from '../restore/restore-rows.ts';
import type { PortableRow } from '../rows/portable-row.ts';
import { type RowSnapshot, readRows } from '../rows/row-snapshot.ts';
import { readTables } from '../rows/tables.ts';
import type { MoveJournal } from './move-journal.ts';
import { createTableDigest } from './row-digest.ts';

const BATCH_ROWS = 200;

/** Storage that replaces the embedded store. */
export interface NewStorage extends Pick<MoveJournal, 'targetEtagOf'> {
  readonly config: StorageConfig;
}

/** Event of a move for the audit log. It contains the database's address without the password. */
export function actOf(databaseUrl: string | undefined, storage: NewStorage | undefined): Act {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const { endpointUrl: endpoint, bucketName: bucket } = storage?.config ?? {};
  return {
    action: 'server.moved',
    target: url ? `${url.host}${url.pathname}` : bucket,
    ...(endpoint && bucket ? { details: { endpoint, bucket } } : {}),
  };
}

/**
 * Tables that are not copied: bucket indexes and checksums are rebuilt, and leases belong to the process
 * that has ended.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'bucket_entries',
  'bucket_indexes',
  'cache_versions',
  'leases',
  'object_checksums',
]);

/** True if a row is copied. With a new storage, rows that only concern the embedded store are not. */
function isCopied(table: string, row: PortableRow, isStorageNew: boolean): boolean {
  if (!isStorageNew) return true;
  if (table === 'settings' && row.key === 'embedded_store.claim') return false;
  // Unfinished uploads are not copied.
  const isOpen = table === 'object_writes' && row.state !== 'stored';
  return !isOpen || row.storage_config_id !== EMBEDDED_CONFIG_ID;
}

/** Counts the rows that `copyRows` would copy. */
export async function countRows(source: RowSnapshot, isStorageNew: boolean): Promise<number> {
  let count = 0;
  for (const table of source.tables) {
    if (LEFT_OUT.has(table.name)) continue;
    for await (const row of source.rows(table)) {
      if (isCopied(table.name, row, isStorageNew)) count += 1;
    }
  }
  return count;
}

/**
 * Copies all rows into an empty PostgreSQL in one transaction. Commits it only if every table there
 * equals the source's.
 *
 * @param storage replaces the embedded store; undefined if that stays
 * @throws {StartError} if the database is not empty, or differs in the end
 */
export async function copyRows(
  source: RowSnapshot,
  databaseUrl: string,
  storage: NewStorage | undefined,
): Promise<number> {
  await using target = await openPostgresSchema(databaseUrl, 'TARGET_DATABASE_URL');
  await target.run('BEGIN');
  await assertEmpty(target);
  const connection: SchemaConnection = { ...target, transaction: (work) => work() };
  const rows = await createTables(connection, source.migrations);
  const digests = new Map<string, string>();
  let copied = 0;
  for (const table of source.tables) {
    if (LEFT_OUT.has(table.name)) continue;
    const digest = createTableDigest();
    let batch: PortableRow[] = [];
    for await (const read of source.rows(table)) {
      const row = moved(table.name, read, storage);
      if (!row) continue;
      digest.add(row);
      copied += 1;
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      await rows.add(table.name, batch);
      batch = [];
    }
    await rows.add(table.name, batch);
    digests.set(table.name, digest.value());
  }
  await assertEqual(connection, digests);
  await noteAct(connection, actOf(databaseUrl, storage));
  await target.run('COMMIT');
  return copied;
}

/** @throws {StartError} if the database contains a Satchel already */
export async function assertEmpty(target: SchemaConnection): Promise<void> {
  const [found] = await target.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('_prisma_migrations', 'settings', 'file_shares')",
  );
  if (found)
    throw new StartError(
      'TARGET_DATABASE_URL: the database is not empty. Nothing was changed in it.',
    );
}

/** Row as it must be at the target; undefined for one that is not copied. */
function moved(
  table: string,
  row: PortableRow,
  storage: NewStorage | undefined,
): PortableRow | undefined {
  if (!isCopied(table, row, storage !== undefined)) return undefined;
  if (!storage) return row;
  if (table === 'storage_configs' && row.id === EMBEDDED_CONFIG_ID)
    return columnsOf(row, storage.config);
  if (row.storage_config_id !== EMBEDDED_CONFIG_ID) return row;
  const key = row.storage_path ?? row.object_key;
  const etag = row.etag && (storage.targetEtagOf(String(key), String(row.etag)) ?? row.etag);
  return { ...row, storage_config_id: storage.config.id, ...(etag ? { etag } : {}) };
}

function columnsOf(row: PortableRow, storage: StorageConfig): PortableRow {
  const fields = storage as unknown as Readonly<Record<string, unknown>>;
  const cells = Object.entries(row).map(([name, before]) => {
    const value = fields[name.replace(/_[a-z]/g, (letter) => letter.charAt(1).toUpperCase())];
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    return [name, isPlain ? (value as PortableRow[string]) : before] as const;
  });
  return Object.fromEntries(cells);
}

async function assertEqual(
  connection: SchemaConnection,
  digests: ReadonlyMap<string, string>,
): Promise<void> {
  for (const table of await readTables(connection)) {
    const expected = digests.get(table.name);
    if (expected === undefined) continue;
    const digest = createTableDigest();
    for await (const row of readRows(connection, table)) digest.add(row);
    if (digest.value() === expected) continue;
    throw new StartError(
      `The rows of ${table.name} did not arrive as they are here. Nothing was changed.`,
    );
  }
}
