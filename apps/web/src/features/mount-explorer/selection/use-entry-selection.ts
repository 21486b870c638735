import {
  type ListSelection,
  NO_SELECTION,
  selectTo,
  useListSelection,
} from '@satchel/ui/lists/list-selection';
import { useMemo } from 'react';
import type { Entry } from '../queries.ts';

/** Selected entries; their keys are paths. */
export interface EntrySelection {
  readonly current: ListSelection;
  /** Those that are still there, in their order. */
  readonly entries: readonly Entry[];
  has: (entry: Entry) => boolean;
  set: (next: ListSelection) => void;
  /** Selects from the anchor to an entry; what was selected before stays so where `isAdded` is true. */
  extendTo: (index: number, isAdded: boolean) => void;
  clear: () => void;
}

/** @param scope what is listed: another directory begins with nothing selected */
export function useEntrySelection(entries: readonly Entry[], scope: string): EntrySelection {
  const { current, set } = useListSelection(scope);
  const selected = useMemo(
    () => (current.keys.size === 0 ? [] : entries.filter(({ path }) => current.keys.has(path))),
    [entries, current],
  );
  return useMemo(
    () => ({
      current,
      entries: selected,
      has: ({ path }) => current.keys.has(path),
      set,
      extendTo(index, isAdded) {
        set(selectTo(current, pathsOf(entries), index, isAdded));
      },
      clear: () => set(NO_SELECTION),
    }),
    [current, selected, entries, set],
  );
}

const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path);
