import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#start-error';
import { quote, type SchemaConnection } from '../schema-connection.ts';

const COPIES_KEPT = 2;

/**
 * Copies a SQLite database next to itself, as `<path>.before-<migration>`, and keeps the newest copies.
 * A repeated start, after a failed migration or a killed process, overwrites its own copy, so it never
 * removes an older one.
 *
 * @throws {StartError} if the disk is full or the folder cannot be written to
 */
export async function copyBefore(
  connection: SchemaConnection,
  path: string,
  migration: string,
): Promise<void> {
  const prefix = `${basename(path)}.before-`;
  const unfinished = `${path}.copying`;
  try {
    await rm(unfinished, { force: true });
    // SQLite treats an empty file as new, and creating it here keeps it unreadable for other users.
    await (await open(unfinished, 'w', 0o600)).close();
    await connection.run(`VACUUM INTO ${quote(unfinished)}`);
    const file = await open(unfinished, 'r+');
    await file.sync();
    await file.close();
    await rename(unfinished, join(dirname(path), prefix + migration));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new StartError(
      `DATA_DIR: the database could not be copied before it is migrated, so nothing was changed: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
  const copies = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix));
  // Sorts by time, because the names of migrations begin with it.
  for (const name of copies.sort().slice(0, -COPIES_KEPT)) await rm(join(dirname(path), name));
}
