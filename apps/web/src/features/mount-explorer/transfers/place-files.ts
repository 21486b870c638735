import type { ConflictAnswer, ConflictChoice, ConflictQuestion } from '#shared/tasks/conflicts.ts';
import { childPath, nameOf, parentOf, splitName } from '../entry-path.ts';
import type { ExistingEntry } from './existing-entries.ts';

/** Something that is to be put at a path. */
export interface Placed {
  readonly path: string;
  readonly size: number | null;
  /** Epoch milliseconds; absent where nobody knows. */
  readonly modifiedMs?: number;
}

/** Final path of a file; null if it is skipped. */
export type Place = { readonly path: string; readonly replaces: boolean } | null;

export interface PlacingOptions {
  /** Choice for a name that is taken. */
  readonly conflict: 'ask' | ConflictChoice;
  readonly choices: readonly ConflictChoice[];
  findExisting: (
    paths: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, ExistingEntry>>;
  ask: (question: ConflictQuestion, signal: AbortSignal) => Promise<ConflictAnswer>;
}

/** Finds a place for each: where a name is taken, somebody is asked, once for all if they say so. */
export async function placeFiles(
  wanted: readonly Placed[],
  { conflict, choices, findExisting, ask }: PlacingOptions,
  signal: AbortSignal,
): Promise<Place[]> {
  const existing = await findExisting(
    wanted.map(({ path }) => path),
    signal,
  );
  const taken = new Set([...existing.keys(), ...wanted.map(({ path }) => path)]);
  let left = wanted.filter(({ path }) => existing.has(path)).length;
  let forAll: ConflictChoice | null = conflict === 'ask' ? null : conflict;
  const places: Place[] = [];
  const used = new Set<string>();
  for (const each of wanted) {
    const place = await findPlace(each);
    if (place) used.add(place.path);
    places.push(place);
  }
  return places;

  async function findPlace(each: Placed): Promise<Place> {
    const there = existing.get(each.path);
    if (there) left -= 1;
    // Another file of this name came along: both arrive, and nobody has to be asked.
    if (used.has(each.path)) return placeBy('keep_both', each.path);
    if (!there) return { path: each.path, replaces: false };
    // A folder is never replaced by a file: all that is in it would be lost.
    const possible = there.isDirectory ? choices.filter((it) => it !== 'overwrite') : choices;
    let choice = forAll !== null && possible.includes(forAll) ? forAll : null;
    if (choice === null) {
      const question = {
        path: each.path,
        existing: there,
        incoming: each,
        choices: possible,
        left,
      };
      const answer = await ask(question, signal);
      choice = answer.choice;
      if (answer.isForAll) forAll = answer.choice;
    }
    return placeBy(choice, each.path);
  }

  async function placeBy(choice: ConflictChoice, path: string): Promise<Place> {
    if (choice === 'skip') return null;
    if (choice === 'overwrite') return { path, replaces: true };
    for (let count = 1; ; count += 1) {
      const other = numbered(path, count);
      if (taken.has(other)) continue;
      taken.add(other);
      if ((await findExisting([other], signal)).size === 0) return { path: other, replaces: false };
    }
  }
}

/** "/a/notes (1).txt", as the server counts the copies that it makes. */
export function numbered(path: string, count: number): string {
  const [stem, extension] = splitName(nameOf(path));
  return childPath(parentOf(path), `${stem} (${count})${extension}`);
}
