import { isApiError } from '@satchel/api-client/api-error';
import { client } from '#shared/api/client.ts';
import { directoryPath, nameOf, parentOf, plainPath } from '../../entry-path.ts';

/** Entry that already exists at a path. */
export interface ExistingEntry {
  readonly isDirectory: boolean;
  /** In bytes; null for a directory. */
  readonly size: number | null;
  /** ISO 8601. */
  readonly modified: string;
}

/** Maximum number of single requests per directory. For more names one listing is cheaper. */
const ASKED_ONE_BY_ONE = 10;

/**
 * Finds the entries that already exist at the paths.
 *
 * @returns by path without trailing slash
 */
export async function findExisting(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ExistingEntry>> {
  const found = new Map<string, ExistingEntry>();
  const byDirectory = Map.groupBy(paths.map(plainPath), parentOf);
  for (const [directory, wanted] of byDirectory) {
    if (wanted.length > ASKED_ONE_BY_ONE) await findByListing(directory, wanted, found, signal);
    else await Promise.all(wanted.map((path) => findOne(path, found, signal)));
  }
  return found;
}

async function findOne(
  path: string,
  found: Map<string, ExistingEntry>,
  signal: AbortSignal,
): Promise<void> {
  await whereThere(async () => {
    const { isDirectory, size, modified } = await client.fs.get({ query: { path } }, { signal });
    found.set(path, { isDirectory, size, modified });
  });
}

async function findByListing(
  directory: string,
  wanted: readonly string[],
  found: Map<string, ExistingEntry>,
  signal: AbortSignal,
): Promise<void> {
  const names = new Map(wanted.map((path) => [nameOf(path), path]));
  await whereThere(async () => {
    for await (const entry of client.fs.entries(directoryPath(directory), { signal })) {
      const path = names.get(entry.name);
      if (path !== undefined) found.set(path, entry);
    }
  });
}

/** Ignores 404. */
async function whereThere(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(isApiError(error) && error.status === 404)) throw error;
  }
}
