import {
  type ListSelection,
  NO_SELECTION,
  selectAll,
  selectTo,
  useListSelection,
} from '@satchel/ui/lists/list-selection';
import { useMemo } from 'react';
import type { Entry } from '../queries.ts';
import { noteChoice } from '../views/revealed-entries.ts';

/** Selected entries, identified by path. */
export interface EntrySelection {
  readonly current: ListSelection;
  /** Selected entries that still exist, in the order of the list. */
  readonly entries: readonly Entry[];
  has: (entry: Entry) => boolean;
  set: (next: ListSelection) => void;
  /** Selects entries that the app shows to the user. Every other function is a choice of the user. */
  reveal: (paths: readonly string[]) => void;
  /** Selects the range from the anchor to an entry. Keeps the earlier selection if `isAdded` is true. */
  extendTo: (index: number, isAdded: boolean) => void;
  clear: () => void;
}

/** @param scope identity of the list; another one starts with an empty selection */
export function useEntrySelection(entries: readonly Entry[], scope: string): EntrySelection {
  const { current, set } = useListSelection(scope);
  const selected = useMemo(
    () => (current.keys.size === 0 ? [] : entries.filter(({ path }) => current.keys.has(path))),
    [entries, current],
  );
  return useMemo(() => {
    const choose = (next: ListSelection) => {
      noteChoice();
      set(next);
    };
    return {
      current,
      entries: selected,
      has: ({ path }) => current.keys.has(path),
      set: choose,
      reveal: (paths) => set(selectAll(paths)),
      extendTo(index, isAdded) {
        choose(selectTo(current, pathsOf(entries), index, isAdded));
      },
      clear: () => choose(NO_SELECTION),
    };
  }, [current, selected, entries, set]);
}

const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path);
