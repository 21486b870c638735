import type { ReactNode } from 'react';

/** An item of a row's menu. */
export interface RowAction {
  key: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
}

/** A button for the selected rows of all pages. */
export interface BatchAction<Row> {
  key: string;
  label: string;
  icon?: ReactNode;
  onSelect: (rows: readonly Row[]) => void;
}
