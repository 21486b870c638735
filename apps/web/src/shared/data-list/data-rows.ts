import type { ReactNode } from 'react';
import type { RowAction } from './rows/row-action.ts';
import type { ColumnChoice } from './rows/use-columns.ts';
import type { SortOrder } from './search/list-search.ts';
import type { Selection } from './selection/use-selection.ts';

/** Props of table and cards, with the rows of one page. */
export interface DataRowsProps<Row, Sort extends string> {
  caption: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  choice: ColumnChoice<Row, Sort>;
  /** Undefined if there are no actions for several rows. */
  selection: Selection<Row> | undefined;
  sort: Sort;
  order: SortOrder;
  onSort: (sort: Sort, order: SortOrder) => void;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  /** Buttons next to a row's menu in wide windows, for frequent actions. */
  rowButtons: ((row: Row) => ReactNode) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
  /** Last removal of rows; the next row takes their focus. */
  removal: Removal | undefined;
}

/** Place of removed rows. */
export interface Removal {
  /** Index of the first of them on the page. */
  readonly index: number;
}
