import { useRef } from 'react';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualListProps<Item> extends VirtualItemsProps<Item> {
  /** Height of each row; with `areRowsMeasured` only an estimate. */
  rowHeightPx: number;
  /** For rows whose height depends on their content. */
  areRowsMeasured?: boolean;
  gapPx?: number;
}

/**
 * List of any length that renders only visible rows. Set its height by `className`. It has one tab stop.
 * Arrow keys, Home, End and the page keys move the focus, and Tab moves on to the controls of the row.
 */
export function VirtualList<Item>({
  areRowsMeasured = false,
  gapPx = 0,
  ...props
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  return <VirtualRows {...props} {...{ scroller, areRowsMeasured, gapPx, columnCount: 1 }} />;
}
