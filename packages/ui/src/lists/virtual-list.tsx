import { useRef } from 'react';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualListProps<Item> extends VirtualItemsProps<Item> {
  /** Height of each row; with `areRowsMeasured` only a first guess. */
  rowHeightPx: number;
  /** For rows that are as high as their content. */
  areRowsMeasured?: boolean;
  gapPx?: number;
}

/**
 * A list of any length: only what is seen is in the page. Give it a height by `className`. One stop for
 * Tab; arrows, Home, End and the page keys move, and Tab goes on to the controls of the row.
 */
export function VirtualList<Item>({
  areRowsMeasured = false,
  gapPx = 0,
  ...props
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  return <VirtualRows {...props} {...{ scroller, areRowsMeasured, gapPx, columnCount: 1 }} />;
}
