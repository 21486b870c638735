import type { Entry } from '../queries.ts';

/** The selected entries, by path, and where a range that Shift extends begins. */
export interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NO_SELECTION: Selection = { paths: new Set(), anchor: null };

export function selectOnly(entry: Entry): Selection {
  return { paths: new Set([entry.path]), anchor: entry.path };
}

/** Toggles an entry, as Ctrl+click does. */
export function toggle({ paths }: Selection, entry: Entry): Selection {
  const next = new Set(paths);
  if (!next.delete(entry.path)) next.add(entry.path);
  return { paths: next, anchor: entry.path };
}

/**
 * From the anchor to an entry, as Shift and a click do.
 *
 * @param isAdded whether what was selected before stays so, as with Ctrl
 */
export function selectTo(
  { paths, anchor }: Selection,
  entries: readonly Entry[],
  index: number,
  isAdded: boolean,
): Selection {
  const start = anchor === null ? 0 : entries.findIndex(({ path }) => path === anchor);
  const from = start < 0 ? index : start;
  const range = entries.slice(Math.min(from, index), Math.max(from, index) + 1);
  const within = range.map(({ path }) => path);
  return {
    paths: new Set(isAdded ? [...paths, ...within] : within),
    anchor: entries[from]?.path ?? null,
  };
}

/** Selects the entries that the lasso touches. With Ctrl or Shift it adds to the earlier selection. */
export function selectWithin(
  before: Selection,
  entries: readonly Entry[],
  touched: readonly number[],
  isAdded: boolean,
): Selection {
  const paths = touched.flatMap((index) => entries[index]?.path ?? []);
  return {
    paths: new Set(isAdded ? [...before.paths, ...paths] : paths),
    anchor: paths[0] ?? before.anchor,
  };
}

export function selectAll(entries: readonly Entry[]): Selection {
  return { paths: new Set(entries.map(({ path }) => path)), anchor: entries[0]?.path ?? null };
}
