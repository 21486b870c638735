import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSnapshot } from '@satchel/local-s3/snapshot';
import type { Config } from '@satchel/server/config';
import { hasSqliteCode, SQLITE } from '@satchel/server/database/sqlite/sqlite-code';
import { StartError } from '@satchel/server/start-error';
import { BACKUP_FOLDER } from '@satchel/server/startup/data-directory';
import { type RowSnapshot, takeSnapshot } from '../rows/row-snapshot.ts';

/** Database and objects as they were at one instant. */
export interface HeldData extends AsyncDisposable {
  readonly rows: RowSnapshot;
  /** Undefined if the embedded store is off. */
  readonly objects:
    | { readonly directory: string; readonly storeId: string | undefined }
    | undefined;
  /** Names of the storages whose objects are not included. */
  readonly external: readonly string[];
}

/**
 * Links the objects and takes a snapshot of the rows. Objects first would miss those of new shares;
 * rows first would miss those of shares deleted meanwhile. So the existing objects are linked first,
 * which may take a while. Newer ones are linked while no row of a share can be deleted.
 */
export async function holdData(config: Config, signal: AbortSignal): Promise<HeldData> {
  await using held = new AsyncDisposableStack();
  const store = join(config.dataDirectory, 'objects');
  const hasObjects = config.hasEmbeddedStore && existsSync(join(store, 'buckets'));
  const directory = join(config.dataDirectory, BACKUP_FOLDER);
  if (hasObjects) await takeFolder(directory, held);
  const snapshot = hasObjects ? openSnapshot(store, directory) : undefined;
  held.defer(async () => snapshot?.close());
  await snapshot?.catchUp(signal);
  const rows = held.use(await takeSnapshot(config, async () => snapshot?.catchUp(signal)));
  await snapshot?.finish();
  const idPath = join(store, 'store.id');
  const storeId = existsSync(idPath) ? await readFile(idPath, 'utf8') : undefined;
  const external = await externalStorages(rows);
  const kept = held.move();
  return {
    rows,
    objects: hasObjects ? { directory, storeId } : undefined,
    external,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function externalStorages(rows: RowSnapshot): Promise<readonly string[]> {
  const table = rows.tables.find(({ name }) => name === 'storage_configs');
  const names: string[] = [];
  if (!table) return names;
  for await (const row of rows.rows(table)) if (!row.is_embedded) names.push(String(row.name));
  return names;
}

/** Creates the folder in the data folder, because hard links must be on the same file system. */
async function takeFolder(directory: string, held: AsyncDisposableStack): Promise<void> {
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  held.defer(() => lock.close());
  try {
    // Keeps the journal in memory, so that the lock can also be taken on a full disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    if (!hasSqliteCode(cause, SQLITE.busy)) throw cause;
    throw new StartError('Another backup of this data folder is running.', { cause });
  }
  // Removes leftovers of a backup that was killed.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { mode: 0o700 });
  held.defer(() => rm(directory, { recursive: true, force: true }));
}
