import { numberedName } from '#shared/file-types/file-types.ts';
import type { AskAboutConflict, ConflictChoice } from '#shared/tasks/conflicts.ts';
import { childPath, nameOf, parentOf } from '../../entry-path.ts';
import { type ExistingEntry, findExisting } from './existing-entries.ts';

/** An item that will be written to a path. */
export interface Placed {
  readonly path: string;
  readonly size: number | null;
  /** Epoch milliseconds; undefined if unknown. */
  readonly modifiedMs?: number;
}

/** Final path of a file; null if it is skipped. */
export type Place = { readonly path: string; readonly replaces: boolean } | null;

/** Options of the question about taken names. */
export interface Conflicts {
  readonly choices: readonly ConflictChoice[];
  readonly ask: AskAboutConflict;
}

/** Resolves the path of each item. Asks the user about taken names. */
export async function placeFiles(
  wanted: readonly Placed[],
  conflicts: Conflicts,
  signal: AbortSignal,
): Promise<Place[]> {
  const paths = wanted.map(({ path }) => path);
  const existing = await findExisting(paths, signal);
  const taken = new Set([...existing.keys(), ...paths]);
  /** Items with the same path wait for each other. */
  const placed = new Map<string, Promise<Place>>();
  return Promise.all(
    wanted.map((each) => {
      const place = placeAfter(each, placed.get(each.path));
      placed.set(each.path, place);
      return place;
    }),
  );

  async function placeAfter(each: Placed, before: Promise<Place> | undefined): Promise<Place> {
    // Another item of this batch has the same name: both arrive, without a question.
    if (before && (await before)) return beside(each.path);
    const there = existing.get(each.path);
    if (!there) return { path: each.path, replaces: false };
    const choice = await askAbout(each, there, conflicts, signal);
    if (choice === 'skip') return null;
    return choice === 'overwrite' ? { path: each.path, replaces: true } : beside(each.path);
  }

  async function beside(path: string): Promise<Place> {
    return { path: await freeBeside(path, taken, signal), replaces: false };
  }
}

/** The first numbered path that neither exists nor is in `taken`. */
export async function freeBeside(
  path: string,
  taken: Set<string>,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const other = nextName(path, taken);
    if ((await findExisting([other], signal)).size === 0) return other;
  }
}

/** Asks the user about a file whose name is taken. */
export function askAbout(
  incoming: Placed,
  existing: ExistingEntry,
  { choices, ask }: Conflicts,
  signal: AbortSignal,
): Promise<ConflictChoice> {
  // A file must never replace a folder, because its contents would be lost.
  const possible = existing.isDirectory ? choices.filter((it) => it !== 'overwrite') : choices;
  return ask({ path: incoming.path, existing, incoming, choices: possible }, signal);
}

/** The first numbered path that is not in `taken`. Adds it to `taken`. */
export function nextName(path: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const other = numbered(path, count);
    if (taken.has(other)) continue;
    taken.add(other);
    return other;
  }
}

/** Adds a number to a name: "/a/notes (1).txt". */
export function numbered(path: string, count: number): string {
  return childPath(parentOf(path), numberedName(nameOf(path), count));
}
