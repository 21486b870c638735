import { useState } from 'react';

/** The selected rows, of all pages. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  has: (id: string) => boolean;
  /** Selects or deselects rows; the others stay as they are. */
  set: (rows: readonly Row[], isSelected: boolean) => void;
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
}

/** Selection of a list without actions for several rows. */
export function noSelection<Row>(): Selection<Row> {
  const ignore = () => {};
  return { rows: new Map(), has: () => false, set: ignore, replace: ignore, clear: ignore };
}

/**
 * @param scope what the list shows; what was selected in one scope is not selected in another, because
 *   nobody would see it there
 */
export function useSelection<Row>(rowId: (row: Row) => string, scope: string): Selection<Row> {
  const [selected, setSelected] = useState({ scope, rows: new Map<string, Row>() });
  const rows = selected.scope === scope ? selected.rows : new Map<string, Row>();
  const keep = (next: Map<string, Row>) => setSelected({ scope, rows: next });
  const mapOf = (list: readonly Row[]) => new Map(list.map((row) => [rowId(row), row]));
  return {
    rows,
    has: (id) => rows.has(id),
    set(list, isSelected) {
      const changed = mapOf(list);
      if (isSelected) keep(new Map([...rows, ...changed]));
      else keep(new Map([...rows].filter(([id]) => !changed.has(id))));
    },
    replace: (list) => keep(mapOf(list)),
    clear: () => keep(new Map()),
  };
}
