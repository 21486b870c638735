import { Fragment, type ReactNode, useState } from 'react';

export interface RowSheetProps<Row> {
  /** Id of the edited row, or `new`, from the address. */
  edited: string | undefined;
  rows: readonly Row[] | undefined;
  /** The sheet; `row` is undefined for a new one. */
  children: (row: Row | undefined) => ReactNode;
}

/** Sheet that creates or edits a row; nothing for an unknown id. */
export function RowSheet<Row extends { id: string }>(props: RowSheetProps<Row>) {
  const { edited, children } = props;
  if (edited === undefined) return null;
  if (edited === 'new') return <Fragment key={edited}>{children(undefined)}</Fragment>;
  return <EditedRow key={edited} {...props} />;
}

function EditedRow<Row extends { id: string }>({ edited, rows, children }: RowSheetProps<Row>) {
  const row = rows?.find(({ id }) => id === edited);
  // Keeps the row as it was when the sheet opened. What was typed would be lost if the sheet closed because the
  // row left the list: somebody has deleted it, or newer rows have moved it to the next page.
  const [opened, setOpened] = useState(row);
  if (!opened && row) setOpened(row);
  return opened && children(opened);
}
