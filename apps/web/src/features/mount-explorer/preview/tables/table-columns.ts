/** How many rows tell how wide a column is. */
const SAMPLED_ROWS = 200;
const MIN_CHARACTERS = 5;
const MAX_CHARACTERS = 42;

/** Widths of the columns in characters, wide ones cut; a row may have more cells than others. */
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

/** Chinese characters are as wide as two others. */
function widthOf(cell: string): number {
  const shown = cell.slice(0, MAX_CHARACTERS);
  return shown.length + (shown.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0);
}
