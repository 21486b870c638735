import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#start-error';
import { finishRestore } from './restored-data.ts';

const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;
const SQLITE_BUSY = 5;

/** Folders of ours in the data folder. */
const DIRECTORIES: ReadonlySet<string> = new Set(['backup', 'objects', 'spool']);
/** Files of ours there: the database with its journals and copies, the lock, the secrets. */
const FILES = /^(satchel\.(db|lock)|secret\.key)/;

/** The data folder, which belongs to this process until it is closed. */
export interface DataDirectory {
  close(): void;
}

/**
 * Makes the data folder, keeps other processes out of it and other users from reading it.
 *
 * @throws {StartError} where another process has it; nothing in it has been touched then
 */
export async function openDataDirectory(
  path: string,
  onError: (error: unknown) => void,
): Promise<DataDirectory> {
  await mkdir(path, { recursive: true, mode: PRIVATE_DIRECTORY });
  const lock = takeLock(path);
  await finishRestore(path);
  await closeToOthers(path, onError);
  return { close: () => lock.close() };
}

/**
 * The operating system gives SQLite's lock back when a process ends, however it ends, and Node has
 * no other lock that does. The file stays empty: it is there to be locked.
 */
function takeLock(directory: string): DatabaseSync {
  const lock = new DatabaseSync(join(directory, 'satchel.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) {
      throw error;
    }
    throw new StartError(
      `DATA_DIR: ${directory} is in use by another Satchel that is running; each needs a folder of its own`,
      { cause: error },
    );
  }
}

/**
 * Earlier versions left what they made readable for everybody. Where the folder is somebody else's,
 * as volumes of some container systems are, its rights are not ours to change: that is only reported.
 */
async function closeToOthers(directory: string, onError: (error: unknown) => void): Promise<void> {
  const limit = (name: string, mode: number) => chmod(join(directory, name), mode).catch(onError);
  await limit('.', PRIVATE_DIRECTORY);
  for (const name of await readdir(directory)) {
    if (DIRECTORIES.has(name)) await limit(name, PRIVATE_DIRECTORY);
    else if (FILES.test(name)) await limit(name, PRIVATE_FILE);
  }
}
