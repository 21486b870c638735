import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasSqliteCode, SQLITE } from '#database/sqlite/sqlite-code.ts';
import { StartError } from '#start-error';
import { finishRestore, isRestoreFolder } from './restored-data.ts';

const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;

/** Folder that holds the objects while a backup runs. Not `backup`, which operators make themselves. */
export const BACKUP_FOLDER = 'backing-up';
/** Server's own folders in the data folder. */
const DIRECTORIES: ReadonlySet<string> = new Set([BACKUP_FOLDER, 'objects', 'spool']);
/** Folder of the move to another database and storage. */
export const MOVE_FOLDER = 'move';
/** Server's own files: the database with its journals and copies, the lock, the secrets. */
const FILES = /^(satchel\.(db|lock)|secret\.key)/;

/** True for a folder of the data folder whose files the server and its commands remove. */
export function isOwnFolder(name: string): boolean {
  return DIRECTORIES.has(name) || name === MOVE_FOLDER || isRestoreFolder(name);
}

/**
 * Creates the data folder, locks it against other processes and makes it private to this user.
 *
 * @returns the lock; the folder belongs to this process until it is closed
 * @throws {StartError} if it cannot be created or written to, or another process has it; nothing in it has been
 *   touched then
 */
export async function openDataDirectory(
  path: string,
  onError: (error: unknown) => void,
): Promise<DatabaseSync> {
  try {
    await createFolder(path);
    // SQLite would lock the file on a read-only disk, too.
    await (await open(lockIn(path), 'a', PRIVATE_FILE)).close();
  } catch (error) {
    throw unusable(path, error);
  }
  const lock = takeLock(path);
  await finishRestore(path);
  await closeToOthers(path, onError);
  return lock;
}

/**
 * Creates a folder and its parents one by one, because Node's own recursive `mkdir` never ends below `/proc`, and
 * reports a read-only disk as a missing folder.
 */
async function createFolder(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  if (dirname(path) !== path) await createFolder(dirname(path));
  await mkdir(path, { mode: PRIVATE_DIRECTORY });
}

/**
 * Uses SQLite's lock, because the operating system releases it however the process ends, and Node has
 * no such lock itself. The file stays empty.
 */
function takeLock(directory: string): DatabaseSync {
  const lock = openLock(directory);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!hasSqliteCode(error, SQLITE.busy)) throw error;
    throw new StartError(
      `DATA_DIR: ${directory} is in use by another Satchel that is running; each needs a folder of its own`,
      { cause: error },
    );
  }
}

const lockIn = (directory: string) => join(directory, 'satchel.lock');

function openLock(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(lockIn(directory), { timeout: 0 });
  } catch (error) {
    throw unusable(directory, error);
  }
}

function unusable(directory: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = 'it must be a folder that this user may write to';
  return new StartError(`DATA_DIR: ${directory} cannot be used, ${hint} (${reason})`, {
    cause: error,
  });
}

/**
 * Makes files private that earlier versions left readable. Only reports a failure, because the folder
 * may belong to another user, as in volumes of some container systems.
 */
async function closeToOthers(directory: string, onError: (error: unknown) => void): Promise<void> {
  const limit = (name: string, mode: number) => chmod(join(directory, name), mode).catch(onError);
  await limit('.', PRIVATE_DIRECTORY);
  for (const name of await readdir(directory)) {
    if (DIRECTORIES.has(name)) await limit(name, PRIVATE_DIRECTORY);
    else if (FILES.test(name)) await limit(name, PRIVATE_FILE);
  }
}
