import { useRef } from 'react';
import { useWidth } from './use-width.ts';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualGridProps<Item> extends VirtualItemsProps<Item> {
  /** Minimum width of a column. As many columns as fit share the width. */
  minColumnWidthPx: number;
  /** Fixes the number of columns. */
  columnCount?: number;
  /** Height of a tile, or a function of its width; default `width × 0.75 + 52`. */
  rowHeightPx?: number | ((columnWidthPx: number) => number);
  gapPx?: number;
  /** Gap between columns, if it differs from `gapPx`. */
  columnGapPx?: number;
}

const DEFAULT_GAP_PX = 12;
// Height of a 4:3 picture with two lines of text below it.
const PICTURE_RATIO = 0.75;
const TEXT_HEIGHT_PX = 52;

/** Virtual grid of any number of tiles. Keys as in `VirtualList`, plus left and right between the columns. */
export function VirtualGrid<Item>({
  minColumnWidthPx,
  columnCount,
  rowHeightPx,
  gapPx = DEFAULT_GAP_PX,
  columnGapPx = gapPx,
  ...props
}: VirtualGridProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(scroller);
  const columns =
    columnCount ??
    Math.max(1, Math.floor((widthPx + columnGapPx) / (minColumnWidthPx + columnGapPx)));
  const columnWidthPx = (widthPx - columnGapPx * (columns - 1)) / columns;
  const heightPx = typeof rowHeightPx === 'function' ? rowHeightPx(columnWidthPx) : rowHeightPx;
  return (
    <VirtualRows
      {...props}
      {...{ scroller, gapPx, columnGapPx, columnCount: columns, areRowsMeasured: false }}
      cellWidthPx={columnWidthPx}
      rowHeightPx={heightPx ?? Math.round(columnWidthPx * PICTURE_RATIO) + TEXT_HEIGHT_PX}
    />
  );
}
