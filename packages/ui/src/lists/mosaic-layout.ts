/** Row of a mosaic: pictures of one height, which fill the width together. */
export interface MosaicRow {
  /** Index of the first item. */
  readonly start: number;
  readonly widthsPx: readonly number[];
  /** Height of the pictures. */
  readonly heightPx: number;
  /** Text above the row, where a group begins. */
  readonly heading: string | undefined;
  /** Distance from the top of all rows to this one, with its heading. */
  readonly topPx: number;
}

export interface MosaicOptions {
  /** Width by height of each picture. */
  readonly ratios: readonly number[];
  /** Group of each picture; a row contains only one, and the first row of one with a name has a heading. */
  readonly groups: readonly string[];
  readonly widthPx: number;
  /** Height of rows that are not full; full ones are at most this high. */
  readonly rowHeightPx: number;
  /** Gap between rows. */
  readonly gapPx: number;
  /** Gap between the pictures of a row. */
  readonly columnGapPx: number;
}

export const MOSAIC_HEADING_PX = 36;

/** Puts pictures into rows so that each keeps its proportions and each full row fills the width. */
export function layoutMosaic(options: MosaicOptions): readonly MosaicRow[] {
  const { ratios, groups, widthPx, rowHeightPx, gapPx, columnGapPx } = options;
  const rows: MosaicRow[] = [];
  // Before it is measured, nothing is drawn.
  if (widthPx <= 0) return rows;
  let topPx = 0;
  let start = 0;
  let sum = 0;

  function close(end: number, isFull: boolean): void {
    const inner = widthPx - columnGapPx * (end - start - 1);
    const heightPx = Math.max(
      1,
      Math.min(inner / sum, isFull ? Number.POSITIVE_INFINITY : rowHeightPx),
    );
    const group = groups[start] ?? '';
    const isFirst = start === 0 || groups[start - 1] !== group;
    const heading = isFirst && group.trim() !== '' ? group : undefined;
    const widthsPx = ratios.slice(start, end).map((ratio) => ratio * heightPx);
    rows.push({ start, widthsPx, heightPx, heading, topPx });
    topPx += heightPx + gapPx + (heading === undefined ? 0 : MOSAIC_HEADING_PX);
    start = end;
    sum = 0;
  }

  for (const [index, ratio] of ratios.entries()) {
    if (index > start && groups[index] !== groups[start]) close(index, false);
    sum += ratio;
    if ((widthPx - columnGapPx * (index - start)) / sum <= rowHeightPx) close(index + 1, true);
  }
  if (start < ratios.length) close(ratios.length, false);
  return rows;
}

/** Index of the row that contains an item, or a distance from the top. */
export function mosaicRowAt(
  rows: readonly MosaicRow[],
  at: { readonly item: number } | { readonly topPx: number },
): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = rows[middle];
    const isBefore = row && ('item' in at ? row.start <= at.item : row.topPx <= at.topPx);
    if (isBefore) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The item some rows below, or above, that is the nearest to the middle of an item. */
export function mosaicNeighbour(
  rows: readonly MosaicRow[],
  item: number,
  by: number,
  columnGapPx: number,
): number {
  const from = mosaicRowAt(rows, { item });
  const next = Math.max(0, Math.min(from + by, rows.length - 1));
  const [row, target] = [rows[from], rows[next]];
  if (!row || !target || next === from) return item;
  const middle = (widths: readonly number[], place: number) =>
    widths.slice(0, place).reduce((sum, width) => sum + width + columnGapPx, 0) +
    (widths[place] ?? 0) / 2;
  const wanted = middle(row.widthsPx, item - row.start);
  const distances = target.widthsPx.map((_, place) =>
    Math.abs(middle(target.widthsPx, place) - wanted),
  );
  return target.start + distances.indexOf(Math.min(...distances));
}

/** Height of a row with its heading. */
export function mosaicHeightPx(row: MosaicRow | undefined): number {
  if (!row) return 0;
  return row.heightPx + (row.heading === undefined ? 0 : MOSAIC_HEADING_PX);
}

/** Longer side of a picture. */
export function mosaicSizePx(row: MosaicRow | undefined, column: number): number {
  return Math.max(row?.heightPx ?? 0, row?.widthsPx[column] ?? 0);
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Indexes of the items that intersect an area. */
export function mosaicItemsWithin(
  rows: readonly MosaicRow[],
  { left, top, right, bottom }: Area,
  columnGapPx: number,
): number[] {
  const found: number[] = [];
  for (let at = mosaicRowAt(rows, { topPx: top }); at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || row.topPx > bottom) break;
    if (row.topPx + mosaicHeightPx(row) < top) continue;
    let startPx = 0;
    for (const [column, width] of row.widthsPx.entries()) {
      if (left < startPx + width && right > startPx) found.push(row.start + column);
      startPx += width + columnGapPx;
    }
  }
  return found;
}
