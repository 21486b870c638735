import { numberedName } from '#shared/file-types/file-types.ts';
import type { AskAboutConflict, ConflictChoice } from '#shared/tasks/conflicts.ts';
import { childPath, nameOf, parentOf } from '../../entry-path.ts';
import { type ExistingEntry, findExisting } from './existing-entries.ts';

/** Something that is to be put at a path. */
export interface Placed {
  readonly path: string;
  readonly size: number | null;
  /** Epoch milliseconds; absent where nobody knows. */
  readonly modifiedMs?: number;
}

/** Final path of a file; null if it is skipped. */
export type Place = { readonly path: string; readonly replaces: boolean } | null;

/** How somebody is asked about names that are taken. */
export interface Conflicts {
  readonly choices: readonly ConflictChoice[];
  readonly ask: AskAboutConflict;
}

/** Finds a place for each: where a name is taken, somebody is asked. */
export async function placeFiles(
  wanted: readonly Placed[],
  conflicts: Conflicts,
  signal: AbortSignal,
): Promise<Place[]> {
  const paths = wanted.map(({ path }) => path);
  const existing = await findExisting(paths, signal);
  const taken = new Set([...existing.keys(), ...paths]);
  /** Those that come to one path wait for each other. */
  const placed = new Map<string, Promise<Place>>();
  return Promise.all(
    wanted.map((each) => {
      const place = placeAfter(each, placed.get(each.path));
      placed.set(each.path, place);
      return place;
    }),
  );

  async function placeAfter(each: Placed, before: Promise<Place> | undefined): Promise<Place> {
    // Another of this name came along: both arrive, and nobody has to be asked.
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

/** The first numbered path beside another where nothing is, and that is not among those taken. */
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

/** Asks what is to be done with a file whose name is taken. */
export function askAbout(
  incoming: Placed,
  existing: ExistingEntry,
  { choices, ask }: Conflicts,
  signal: AbortSignal,
): Promise<ConflictChoice> {
  // A folder is never replaced by a file: all that is in it would be lost.
  const possible = existing.isDirectory ? choices.filter((it) => it !== 'overwrite') : choices;
  return ask({ path: incoming.path, existing, incoming, choices: possible }, signal);
}

/** The first numbered name beside a path that is not among those taken, and is from now on. */
export function nextName(path: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const other = numbered(path, count);
    if (taken.has(other)) continue;
    taken.add(other);
    return other;
  }
}

/** "/a/notes (1).txt". */
export function numbered(path: string, count: number): string {
  return childPath(parentOf(path), numberedName(nameOf(path), count));
}
