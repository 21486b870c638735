import {
  deselect,
  type ListSelection,
  NO_SELECTION,
  select,
  selectAll,
  useListSelection,
} from '@satchel/ui/lists/list-selection';
import { useMemo, useState } from 'react';

/** Selected rows of all pages. */
export interface Selection<Row> {
  readonly current: ListSelection;
  readonly rows: ReadonlyMap<string, Row>;
  has: (id: string) => boolean;
  /** Selects rows of this page; the selection on other pages stays. */
  select: (next: ListSelection) => void;
  /** Selects or deselects rows; other rows stay unchanged. */
  set: (rows: readonly Row[], isSelected: boolean) => void;
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
}

/**
 * Selection across the pages of a list. It stores the rows as well, because those of other pages are not
 * loaded.
 *
 * @param scope identity of the list's filter, equal for all of its pages
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
