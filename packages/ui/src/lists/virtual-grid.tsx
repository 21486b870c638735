import { useLayoutEffect, useRef, useState } from 'react';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualGridProps<Item> extends VirtualItemsProps<Item> {
  /** There are as many columns as fit; they share what is left. */
  minColumnWidthPx: number;
  /** Fixes the number of columns. */
  columnCount?: number;
  /** Height of a tile, or a function of its width; default `width × 0.75 + 52`. */
  rowHeightPx?: number | ((columnWidthPx: number) => number);
  gapPx?: number;
  /** Between columns, where it differs. */
  columnGapPx?: number;
}

const DEFAULT_GAP_PX = 12;
// A picture of 4:3 with two lines of text below it.
const PICTURE_RATIO = 0.75;
const TEXT_HEIGHT_PX = 52;

/** Tiles in columns, of any number. Keys as in `VirtualList`, and left and right between the columns. */
export function VirtualGrid<Item>({
  minColumnWidthPx,
  columnCount,
  rowHeightPx,
  gapPx = DEFAULT_GAP_PX,
  columnGapPx = gapPx,
  ...props
}: VirtualGridProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(element);
    setWidthPx(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const columns =
    columnCount ??
    Math.max(1, Math.floor((widthPx + columnGapPx) / (minColumnWidthPx + columnGapPx)));
  const columnWidthPx = (widthPx - columnGapPx * (columns - 1)) / columns;
  const heightPx = typeof rowHeightPx === 'function' ? rowHeightPx(columnWidthPx) : rowHeightPx;
  return (
    <VirtualRows
      {...props}
      {...{ scroller, gapPx, columnGapPx, columnCount: columns, areRowsMeasured: false }}
      rowHeightPx={heightPx ?? Math.round(columnWidthPx * PICTURE_RATIO) + TEXT_HEIGHT_PX}
    />
  );
}
