import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';

/**
 * Reads a value from a file that only this user may read, or creates the file the first time. An empty
 * file counts as missing, because everybody could guess an empty secret.
 */
export async function readOrCreateValue(path: string, create: () => string): Promise<string> {
  const stored = existsSync(path) ? (await readFile(path, 'utf8')).trim() : '';
  if (stored !== '') return stored;
  const value = create();
  // Renames the complete file, so that a crash leaves either the value or nothing.
  const temporary = `${path}.${process.pid}`;
  const file = await open(temporary, 'w', 0o600);
  await file.writeFile(`${value}\n`);
  await file.sync();
  await file.close();
  await rename(temporary, path);
  return value;
}
