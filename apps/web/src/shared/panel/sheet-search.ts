/** Which sheet is open, as the address says: that of a row or of a new one, or the test of a row. */
export interface SheetSearch {
  /** An id, or `new`. */
  edit?: string;
  /** An id. */
  test?: string;
}

/** For `validateSearch` of a route whose page has sheets. */
export function sheetSearchOf({ edit, test }: Record<string, unknown>): SheetSearch {
  const idOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { ...(idOf(edit) && { edit: idOf(edit) }), ...(idOf(test) && { test: idOf(test) }) };
}
