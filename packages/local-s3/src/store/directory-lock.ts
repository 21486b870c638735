import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Two processes on one directory would write into each other's journals. SQLite is the only lock of
 * the operating system that Node has built in: it needs no stale-lock rules, it ends with the process.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`${directory} is in use by another process`, { cause: error });
  }
  return () => lock.close();
}
