import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks the directory, because two processes would write into each other's journals. SQLite is the only
 * access to locks of the operating system that Node has built in; such a lock ends with its process.
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
