/** Open sheet according to the address: edits a row, creates one, or tests one. */
export interface SheetSearch {
  /** Id of the edited row, or `new`. */
  edit?: string;
  /** Id of the tested row. */
  test?: string;
}

/** `validateSearch` of a route whose page has sheets. */
export function sheetSearchOf({ edit, test }: Record<string, unknown>): SheetSearch {
  const idOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { ...(idOf(edit) && { edit: idOf(edit) }), ...(idOf(test) && { test: idOf(test) }) };
}
