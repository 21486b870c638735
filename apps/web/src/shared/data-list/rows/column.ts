import type { ReactNode } from 'react';
import type { SortOrder } from '../search/list-search.ts';

/**
 * A column of a list. The first column names the row and is always visible; on phones it is the card's title.
 */
export interface Column<Row, Sort extends string = string> {
  /** Key of the stored choice of columns. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sort key of the server, if it can sort by this column. */
  sort?: Sort;
  /** Sort order of the first click; default ascending. */
  firstOrder?: SortOrder;
  /** Whether the column is hidden until the user chooses it. */
  isHiddenByDefault?: boolean;
  /** Breakpoint below which the column is hidden, unless the user has chosen columns. */
  hiddenBelow?: 'md' | 'lg' | 'xl';
  /** Whether to align the column to the right, for numbers. */
  isNumeric?: boolean;
  className?: string;
}
