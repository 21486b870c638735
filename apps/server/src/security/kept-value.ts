import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';

/** Reads a value from a file that only this user may read, or creates the file the first time. */
export async function readOrCreateValue(path: string, create: () => string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
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
