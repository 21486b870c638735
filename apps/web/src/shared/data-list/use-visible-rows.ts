import { useKeptRange } from '@satchel/ui/lists/use-kept-range';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Shorter pages are drawn whole, so that the browser's own search finds everything. */
const DRAWN_WHOLE = 60;
const OVERSCAN_ROWS = 12;

export interface VisibleRows {
  /** The rows to draw, and the room of those before each that are not drawn, in pixels. */
  rows: readonly { index: number; spaceBeforePx: number }[];
  spaceAfterPx: number;
  /** For the element of each row, which has its number in `data-cell`. */
  measure: (element: HTMLElement | null) => void;
  scrollTo: (index: number) => void;
}

/**
 * Which rows of a long page are drawn: those in the window, and some around them.
 *
 * @param activeIndex the row with the focus, which would be lost with the row
 */
export function useVisibleRows(
  count: number,
  container: RefObject<HTMLElement | null>,
  estimatedHeightPx: number,
  activeIndex: number,
): VisibleRows {
  const isLong = count > DRAWN_WHOLE;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const box = container.current?.getBoundingClientRect();
    if (isLong && box) setScrollMargin(box.top + window.scrollY);
  }, [isLong, container]);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => estimatedHeightPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
    rangeExtractor: useKeptRange(activeIndex),
    indexAttribute: 'data-cell',
  });
  if (!isLong) {
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, spaceBeforePx: 0 })),
      spaceAfterPx: 0,
      measure: () => {},
      scrollTo: (index) =>
        container.current
          ?.querySelector(`[data-cell="${index}"]`)
          ?.scrollIntoView({ block: 'nearest' }),
    };
  }
  const items = virtualizer.getVirtualItems();
  const endOf = (position: number) => items[position]?.end ?? scrollMargin;
  return {
    rows: items.map(({ index, start }, position) => ({
      index,
      spaceBeforePx: Math.max(0, start - endOf(position - 1)),
    })),
    spaceAfterPx: virtualizer.getTotalSize() - (endOf(items.length - 1) - scrollMargin),
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
