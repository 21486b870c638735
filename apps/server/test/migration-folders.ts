import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY } from '../src/database/schema/migrate.ts';
import type { DatabaseKind } from '../src/database/schema-connection.ts';

/** Names of a database's migrations, in order. */
export async function migrationNames(kind: DatabaseKind): Promise<readonly string[]> {
  const entries = await readdir(join(MIGRATIONS_DIRECTORY, kind), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Creates a folder with the migrations of an older version, and optionally others after them. */
export async function makeMigrationsFolder(
  kind: DatabaseKind,
  directory: string,
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  await mkdir(join(directory, kind), { recursive: true });
  for (const name of names) {
    await cp(join(MIGRATIONS_DIRECTORY, kind, name), join(directory, kind, name), {
      recursive: true,
    });
  }
  for (const [name, sql] of Object.entries(others)) {
    await mkdir(join(directory, kind, name));
    await writeFile(join(directory, kind, name, 'migration.sql'), sql);
  }
  return directory;
}
