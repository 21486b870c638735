import { parentOf, pathsTo, plainPath } from '../entry-path.ts';

/** A rename that the list shows already and the server has not confirmed. */
interface Rename {
  readonly from: string;
  readonly to: string;
  readonly run: Promise<unknown>;
}

const renames = new Set<Rename>();

/** Renames an entry after the renames that its old or its new path depends on. */
export async function renameInOrder(
  oldPath: string,
  newPath: string,
  rename: () => Promise<unknown>,
): Promise<void> {
  const [from, to] = [plainPath(oldPath), plainPath(newPath)];
  const run = endOf([from, to], (other) => [other.from, other.to]).then(rename);
  const own = { from, to, run };
  renames.add(own);
  try {
    await run;
  } finally {
    renames.delete(own);
  }
}

/**
 * Resolves when the renames that give these paths, or folders above them, their names have ended. Call it before a
 * request that names a path of a list, because the server may not know it yet. Never rejects.
 */
export function afterRenames(paths: readonly string[]): Promise<unknown> {
  return endOf(paths, ({ to }) => [to]);
}

function endOf(
  paths: readonly string[],
  placesOf: (rename: Rename) => readonly string[],
): Promise<unknown> {
  const above = new Set(paths.flatMap(pathsTo));
  const awaited = [...renames].filter((each) => placesOf(each).some((path) => above.has(path)));
  return Promise.allSettled(awaited.map(({ run }) => run));
}

/** Whether the list of a directory shows names that the server has not confirmed. */
export function hasUnconfirmedRename(directory: string): boolean {
  return [...renames].some(({ to }) => parentOf(to) === plainPath(directory));
}
