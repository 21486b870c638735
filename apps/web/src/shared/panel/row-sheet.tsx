import { Fragment, type ReactNode } from 'react';

export interface RowSheetProps<Row> {
  /** Id of the edited row, or `new`, from the address. */
  edited: string | undefined;
  rows: readonly Row[] | undefined;
  /** The sheet; `row` is undefined for a new one. */
  children: (row: Row | undefined) => ReactNode;
}

/** Sheet that creates or edits a row; nothing for an unknown id. */
export function RowSheet<Row extends { id: string }>({
  edited,
  rows,
  children,
}: RowSheetProps<Row>) {
  const row = rows?.find(({ id }) => id === edited);
  if (!row && edited !== 'new') return null;
  return <Fragment key={edited}>{children(row)}</Fragment>;
}
