import { useMemo, useState } from 'react';
import type { Entry } from '../queries.ts';
import { NO_SELECTION, type Selection } from './selection.ts';

export interface EntrySelection {
  readonly current: Selection;
  /** Those that are still there, in their order. */
  readonly entries: readonly Entry[];
  has: (entry: Entry) => boolean;
  set: (next: Selection) => void;
  clear: () => void;
}

/** @param scope what is listed: another directory begins with nothing selected */
export function useEntrySelection(entries: readonly Entry[], scope: string): EntrySelection {
  const [state, setState] = useState({ scope, selection: NO_SELECTION });
  const current = state.scope === scope ? state.selection : NO_SELECTION;
  const selected = useMemo(
    () => (current.paths.size === 0 ? [] : entries.filter(({ path }) => current.paths.has(path))),
    [entries, current],
  );
  return useMemo(
    () => ({
      current,
      entries: selected,
      has: ({ path }) => current.paths.has(path),
      set: (selection) => setState({ scope, selection }),
      clear: () => setState({ scope, selection: NO_SELECTION }),
    }),
    [current, selected, scope],
  );
}
