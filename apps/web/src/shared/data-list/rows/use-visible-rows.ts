import { useKeptRange } from '@satchel/ui/lists/use-kept-range';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pages up to this length are rendered completely, so that the browser's own search finds all rows. */
const DRAWN_WHOLE = 60;
const OVERSCAN_ROWS = 12;

export interface VisibleRows {
  /** Rows to render, each with the height in pixels of the rows before it that are not rendered. */
  rows: readonly { index: number; spaceBeforePx: number }[];
  spaceAfterPx: number;
  /** Ref of each row's element, which has its index in `data-cell`. */
  measure: (element: HTMLElement | null) => void;
  scrollTo: (index: number) => void;
}

/**
 * Determines which rows of a long page to render: those in the window, and some around them.
 *
 * @param activeIndex row with the focus, which is always rendered so that the focus is not lost
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
