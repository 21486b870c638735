/** Number of rows that determine the column widths. */
const SAMPLED_ROWS = 200;
const MIN_CHARACTERS = 5;
const MAX_CHARACTERS = 42;

/** Widths of the columns in characters, limited to a maximum. Rows may have different numbers of cells. */
export function columnWidthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows.slice(0, SAMPLED_ROWS)) {
    for (const [column, cell] of row.entries()) {
      const length = Math.min(widthOf(cell) + 2, MAX_CHARACTERS);
      widths[column] = Math.max(widths[column] ?? MIN_CHARACTERS, length);
    }
  }
  return widths;
}

/** Width of a cell in characters; a Chinese character counts as two. */
function widthOf(cell: string): number {
  const shown = cell.slice(0, MAX_CHARACTERS);
  return shown.length + (shown.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0);
}
