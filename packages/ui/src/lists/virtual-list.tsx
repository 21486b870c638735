import { useRef, useState } from 'react';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualListProps<Item> extends VirtualItemsProps<Item> {
  /**
   * Height of each row where the font of the page has 16 px; rows grow with a larger font. With
   * `areRowsMeasured` only an estimate.
   */
  rowHeightPx: number;
  /** For rows whose height depends on their content. */
  areRowsMeasured?: boolean;
}

/** Pixels that the reader's browser uses where others use 16, divided by 16. */
function readTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/**
 * List of any length that renders only visible rows. Set its height by `className`. It has one tab stop.
 * Arrow keys, Home, End and the page keys move the focus, and Tab moves on to the controls of the row.
 */
export function VirtualList<Item>({
  rowHeightPx,
  areRowsMeasured = false,
  ...props
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [textScale] = useState(readTextScale);
  return (
    <VirtualRows
      {...props}
      {...{ scroller, areRowsMeasured, gapPx: 0, columnCount: 1 }}
      rowHeightPx={Math.round(rowHeightPx * textScale)}
    />
  );
}
