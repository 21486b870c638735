import { useMemo, useState } from 'react';

/** Selected items of a list, by key, and where a range that Shift extends begins. */
export interface ListSelection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NO_SELECTION: ListSelection = { keys: new Set(), anchor: null };

export function selectOnly(key: string): ListSelection {
  return { keys: new Set([key]), anchor: key };
}

/** Selects more items. */
export function select({ keys, anchor }: ListSelection, added: Iterable<string>): ListSelection {
  return { keys: new Set([...keys, ...added]), anchor };
}

export function deselect({ keys, anchor }: ListSelection, gone: Iterable<string>): ListSelection {
  const dropped = new Set(gone);
  return { keys: new Set([...keys].filter((key) => !dropped.has(key))), anchor };
}

/** Toggles an item, as Ctrl+click does. */
export function toggle({ keys }: ListSelection, key: string): ListSelection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/**
 * From the anchor to an item, as Shift and a click do.
 *
 * @param listed keys of the items in their order
 * @param isAdded whether what was selected before stays so, as with Ctrl
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

/** Selects the items that a lasso touches. With Ctrl or Shift it adds to the earlier selection. */
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
 * @param scope what the list shows; another scope begins with nothing selected, because nobody would see
 *   there what was selected in this one
 */
export function useListSelection(scope: string) {
  const [state, setState] = useState({ scope, selection: NO_SELECTION });
  const current = state.scope === scope ? state.selection : NO_SELECTION;
  return useMemo(
    () => ({ current, set: (selection: ListSelection) => setState({ scope, selection }) }),
    [current, scope],
  );
}
