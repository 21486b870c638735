import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from './sync-path.ts';

/** Folder in which a backup is unpacked. It is ignored until it is renamed. */
export const UNPACKED = 'restoring';
/** Prefix of a folder whose rows go to PostgreSQL. It is used only if those rows are committed. */
const PREPARED = 'prepared-';
/** Prefix of a folder that is about to replace the data; the name ends with the time of the restore. */
const READY = 'restored-';
/** Prefix of the folder with the previous data. Only the operator removes it. */
const REPLACED = 'replaced-';

/** True for a folder that a restore makes in the data folder. */
export function isRestoreFolder(name: string): boolean {
  return name === UNPACKED || [PREPARED, READY, REPLACED].some((each) => name.startsWith(each));
}

/** Order of replacement: SQLite's log must never be next to another database than its own. */
const PARTS = ['satchel.db-wal', 'satchel.db-shm', 'satchel.db', 'objects', 'secret.key'] as const;

/**
 * Replaces the data with the unpacked backup. A crash before the first rename keeps the old data; after
 * it the next start continues.
 *
 * @returns the folder with the previous data; undefined if there was none
 */
export function putInPlace(dataDirectory: string, at: Date): Promise<string | undefined> {
  return putFrom(dataDirectory, UNPACKED, stampOf(at));
}

/**
 * Prepares the unpacked backup until its rows are committed. Returns the stamp for {@link putPrepared}.
 */
export async function prepare(dataDirectory: string, at: Date): Promise<string> {
  const stamp = stampOf(at);
  await rename(join(dataDirectory, UNPACKED), join(dataDirectory, `${PREPARED}${stamp}`));
  await syncPath(dataDirectory);
  return stamp;
}

/** Like {@link putInPlace}, for a prepared backup. */
export function putPrepared(dataDirectory: string, stamp: string): Promise<string | undefined> {
  return putFrom(dataDirectory, `${PREPARED}${stamp}`, stamp);
}

/** Leftovers of interrupted restores. */
export async function listPrepared(dataDirectory: string): Promise<readonly string[]> {
  const names = await readdir(dataDirectory);
  return names
    .filter((name) => name.startsWith(PREPARED))
    .map((name) => name.slice(PREPARED.length));
}

/** Removes unused leftovers of interrupted restores. */
export async function removeUnfinished(dataDirectory: string): Promise<void> {
  const prepared = (await listPrepared(dataDirectory)).map((stamp) => `${PREPARED}${stamp}`);
  for (const name of [UNPACKED, ...prepared]) {
    await rm(join(dataDirectory, name), { recursive: true, force: true });
  }
}

function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

async function putFrom(
  dataDirectory: string,
  name: string,
  stamp: string,
): Promise<string | undefined> {
  await rename(join(dataDirectory, name), join(dataDirectory, `${READY}${stamp}`));
  await syncPath(dataDirectory);
  await finishRestore(dataDirectory);
  const replaced = join(dataDirectory, `${REPLACED}${stamp}`);
  return existsSync(replaced) ? replaced : undefined;
}

/** Finishes an interrupted restore, if there is one. Needs the data folder exclusively. */
export async function finishRestore(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory);
  for (const name of names.filter((entry) => entry.startsWith(READY))) {
    const ready = join(dataDirectory, name);
    const replaced = join(dataDirectory, `${REPLACED}${name.slice(READY.length)}`);
    const isNew = new Set(await readdir(ready));
    for (const part of PARTS) {
      const isOwnLog = part.startsWith('satchel.db-') && isNew.has('satchel.db');
      if (!isNew.has(part) && !isOwnLog) continue;
      await moveAside(join(dataDirectory, part), replaced, part);
    }
    for (const part of [...PARTS].reverse()) {
      if (isNew.has(part)) await rename(join(ready, part), join(dataDirectory, part));
    }
    await syncPath(dataDirectory);
    await rm(ready, { recursive: true, force: true });
  }
}

async function moveAside(path: string, replaced: string, name: string): Promise<void> {
  // An existing target was moved before a crash, so the file here is new.
  if (!existsSync(path) || existsSync(join(replaced, name))) return;
  await mkdir(replaced, { recursive: true, mode: 0o700 });
  await rename(path, join(replaced, name));
}
