import { createAtom } from '@tanstack/react-store';

/** Entries to scroll to, and to focus the first of, as soon as their directory is listed. */
export interface Reveal {
  readonly paths: ReadonlySet<string>;
  /** Whether they are also selected. */
  readonly isSelected: boolean;
  /** Whether the focus stays where it is unless the list has it, because the user may be elsewhere by now. */
  readonly isLate: boolean;
}

/** The reveal that is still to be done, or null. */
export const pendingReveal = createAtom<Reveal | null>(null);

/** Number of selections that the user has made. */
let choices = 0;

/** Shows entries to the user: scrolls to them, focuses the first, and selects them. */
export function revealEntries(
  paths: Iterable<string>,
  { isSelected = true, isLate = false } = {},
): void {
  const wanted = new Set(paths);
  if (wanted.size > 0) pendingReveal.set({ paths: wanted, isSelected, isLate });
}

/**
 * Prepares a reveal at the end of a long operation.
 *
 * @returns a function that reveals the results, unless the user has selected something in the meantime
 */
export function revealLater(): (paths: Iterable<string>) => void {
  const before = choices;
  return (paths) => {
    if (choices === before) revealEntries(paths, { isLate: true });
  };
}

/** Notes that the user has selected something, so that no late result replaces it. */
export function noteChoice(): void {
  choices += 1;
  pendingReveal.set(null);
}

/** The entry that takes the focus after others are removed: the next one that stays, else the last before. */
export function neighbourOf<Item extends { readonly path: string }>(
  listed: readonly Item[],
  removed: ReadonlySet<string>,
): Item | undefined {
  const isStaying = ({ path }: Item) => !removed.has(path);
  const last = listed.findLastIndex((entry) => !isStaying(entry));
  return listed.slice(last + 1).find(isStaying) ?? listed.slice(0, last + 1).findLast(isStaying);
}
