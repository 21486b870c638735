import type { ReactNode } from 'react';
import type { SortOrder } from './list-search.ts';
import type { RowAction } from './row-action.ts';
import type { ColumnChoice } from './use-columns.ts';
import type { Selection } from './use-selection.ts';

/** Props of table and cards: the rows of one page. */
export interface DataRowsProps<Row, Sort extends string> {
  caption: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  choice: ColumnChoice<Row, Sort>;
  /** Undefined where there is nothing to do to several rows. */
  selection: Selection<Row> | undefined;
  sort: Sort;
  order: SortOrder;
  onSort: (sort: Sort, order: SortOrder) => void;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  /** Extra buttons beside the menu of a row in a wide window, for frequent actions. */
  rowButtons: ((row: Row) => ReactNode) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}
