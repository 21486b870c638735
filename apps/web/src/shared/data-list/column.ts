import type { ReactNode } from 'react';
import type { SortOrder } from './list-search.ts';

/** A column of a list. The first of them names the row and is always shown; on phones it heads the card. */
export interface Column<Row, Sort extends string = string> {
  /** Under which the choice of columns is remembered. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sort key of the server, where it can sort by this column. */
  sort?: Sort;
  /** The order of the first click; ascending if absent. */
  firstOrder?: SortOrder;
  /** Shown only once it is chosen. */
  isHiddenByDefault?: boolean;
  /** Until columns are chosen, narrower windows go without it. */
  hiddenBelow?: 'md' | 'lg' | 'xl';
  /** Numbers stand at the end of their column. */
  isNumeric?: boolean;
  className?: string;
}
