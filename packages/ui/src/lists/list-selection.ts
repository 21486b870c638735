import { useMemo, useState } from 'react';

/** Selected items of a list by key, and the item at which a range selection with Shift starts. */
export interface ListSelection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NO_SELECTION: ListSelection = { keys: new Set(), anchor: null };

export function selectOnly(key: string): ListSelection {
  return { keys: new Set([key]), anchor: key };
}

export function select({ keys, anchor }: ListSelection, added: Iterable<string>): ListSelection {
  return { keys: new Set([...keys, ...added]), anchor };
}

export function deselect({ keys, anchor }: ListSelection, gone: Iterable<string>): ListSelection {
  const dropped = new Set(gone);
  return { keys: new Set([...keys].filter((key) => !dropped.has(key))), anchor };
}

/** Toggles an item, like Ctrl+click. */
export function toggle({ keys }: ListSelection, key: string): ListSelection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/**
 * Selects the range from the anchor to an item, like Shift+click.
 *
 * @param listed keys of the items in order
 * @param isAdded whether to keep the earlier selection, as with Ctrl
 */
export function selectTo(
  { keys, anchor }: ListSelection,
  listed: readonly string[],
  index: number,
  isAdded: boolean,
): ListSelection {
  const start = anchor === null ? 0 : listed.indexOf(anchor);
  const from = start < 0 ? index : start;
  const range = listed.slice(Math.min(from, index), Math.max(from, index) + 1);
  return { keys: new Set(isAdded ? [...keys, ...range] : range), anchor: listed[from] ?? null };
}

/** Selects the items within a lasso. With Ctrl or Shift it adds to the earlier selection. */
export function selectWithin(
  before: ListSelection,
  touched: readonly string[],
  isAdded: boolean,
): ListSelection {
  return {
    keys: new Set(isAdded ? [...before.keys, ...touched] : touched),
    anchor: touched[0] ?? before.anchor,
  };
}

export function selectAll(listed: readonly string[]): ListSelection {
  return { keys: new Set(listed), anchor: listed[0] ?? null };
}

/**
 * State of a list's selection.
 *
 * @param scope identity of the list; another one starts with an empty selection, because the user would not
 * see the selected items there
 */
export function useListSelection(scope: string) {
  const [state, setState] = useState({ scope, selection: NO_SELECTION });
  const current = state.scope === scope ? state.selection : NO_SELECTION;
  return useMemo(
    () => ({ current, set: (selection: ListSelection) => setState({ scope, selection }) }),
    [current, scope],
  );
}
