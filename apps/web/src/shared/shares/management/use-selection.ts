import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/** The selected rows of the page. Rows that are no longer shown are no longer selected. */
export function useSelection(shownIds: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(shownIds.filter((id) => chosen.has(id)));
  const isAll = shownIds.length > 0 && ids.size === shownIds.length;
  return {
    ids,
    isAll,
    clear: () => setChosen(new Set()),
    toggleAll: () => setChosen(isAll ? new Set() : new Set(shownIds)),
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
  };
}
