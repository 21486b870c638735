import {
  deselect,
  type ListSelection,
  NO_SELECTION,
  select,
  selectAll,
  useListSelection,
} from '@satchel/ui/lists/list-selection';
import { useMemo, useState } from 'react';

/** The selected rows, of all pages. */
export interface Selection<Row> {
  readonly current: ListSelection;
  readonly rows: ReadonlyMap<string, Row>;
  has: (id: string) => boolean;
  /** Selects rows of this page; those of other pages stay as they are. */
  select: (next: ListSelection) => void;
  /** Selects or deselects rows; the others stay as they are. */
  set: (rows: readonly Row[], isSelected: boolean) => void;
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
}

/**
 * Selection across the pages of a list. It holds the rows too, because those of other pages are not at hand.
 *
 * @param scope what the list shows, for all of its pages
 */
export function useSelection<Row>(
  rowId: (row: Row) => string,
  page: readonly Row[],
  scope: string,
): Selection<Row> {
  const selection = useListSelection(scope);
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map());
  const { current } = selection;
  const rows = useMemo(
    () => new Map([...known].filter(([id]) => current.keys.has(id))),
    [known, current.keys],
  );
  function keep(next: ListSelection, added: readonly Row[]): void {
    setKnown(new Map([...rows, ...added.map((row) => [rowId(row), row] as const)]));
    selection.set(next);
  }
  return {
    current,
    rows,
    has: (id) => current.keys.has(id),
    select({ keys, anchor }) {
      const onOtherPages = deselect(current, page.map(rowId));
      keep({ ...select(onOtherPages, keys), anchor }, page);
    },
    set(list, isSelected) {
      keep((isSelected ? select : deselect)(current, list.map(rowId)), list);
    },
    replace: (list) => keep(selectAll(list.map(rowId)), list),
    clear: () => selection.set(NO_SELECTION),
  };
}
