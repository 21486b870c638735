import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSnapshot } from '@satchel/local-s3/snapshot';
import type { Config } from '@satchel/server/config';
import { StartError } from '@satchel/server/start-error';
import { type RowSnapshot, takeSnapshot } from '../rows/row-snapshot.ts';

/** Database and objects as they were at one instant. */
export interface HeldData extends AsyncDisposable {
  readonly rows: RowSnapshot;
  /** Undefined where the embedded store is off. */
  readonly objects:
    | { readonly directory: string; readonly storeId: string | undefined }
    | undefined;
  /** Names of the storages whose objects are not held. */
  readonly external: readonly string[];
}

/**
 * Neither order alone would do: objects first would miss those of new shares, rows first those of
 * shares that are deleted before their objects are read. So what is there of the objects is held
 * first, which may take its time, and what has come meanwhile while no row of a share can go.
 */
export async function holdData(config: Config, signal: AbortSignal): Promise<HeldData> {
  await using held = new AsyncDisposableStack();
  const store = join(config.dataDirectory, 'objects');
  const hasObjects = config.hasEmbeddedStore && existsSync(join(store, 'buckets'));
  const directory = join(config.dataDirectory, 'backup');
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

/** In the data folder, because a second name of a file has to be on the same file system. */
async function takeFolder(directory: string, held: AsyncDisposableStack): Promise<void> {
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  held.defer(() => lock.close());
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    throw new StartError('Another backup of this data folder is running.', { cause });
  }
  // Removes leftovers of a backup that was killed.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { mode: 0o700 });
  held.defer(() => rm(directory, { recursive: true, force: true }));
}
