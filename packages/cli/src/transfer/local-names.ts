import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CommandError } from '../command-error.ts';

/** Whether a folder takes two names for one; see {@link isOneName}. */
type IsOneName = (folder: string, one: string, other: string) => Promise<boolean>;

/**
 * Returns a function that claims a path for one file of a download. Mounts have `a.txt` and `A.txt`; on a file
 * system that takes both for one name, the second file would replace the first.
 *
 * @param isOne for tests
 */
export function createPathClaims(isOne: IsOneName = isOneName) {
  const claimed = new Map<string, string>();
  /** @throws {CommandError} `name_collides` */
  return async (path: string): Promise<void> => {
    const key = path.normalize('NFC').toLowerCase();
    const other = claimed.get(key);
    if (other === undefined) claimed.set(key, path);
    else if (other !== path && (await isOnePath(isOne, other, path))) {
      throw new CommandError('name_collides', { path: other });
    }
  };
}

/** Whether all names in which two paths differ are one name in their folder. */
async function isOnePath(isOne: IsOneName, one: string, other: string): Promise<boolean> {
  const [names, others] = [one.split(sep), other.split(sep)];
  const first = names.findIndex((name, at) => name !== others[at]);
  const folder = names.slice(0, first).join(sep) || (first > 0 ? sep : '.');
  for (const [at, name] of names.entries()) {
    const otherName = others[at] ?? '';
    if (name !== otherName && !(await isOne(folder, name, otherName))) return false;
  }
  return true;
}

/** Tries whether the file system of a folder takes two names for one. */
async function isOneName(folder: string, one: string, other: string): Promise<boolean> {
  const trial = await mkdtemp(join(folder, '.satchel-'));
  try {
    await writeFile(join(trial, one), '');
    return await stat(join(trial, other)).then(
      () => true,
      () => false,
    );
  } finally {
    await rm(trial, { recursive: true });
  }
}
