import { useLayoutEffect, useMemo, useRef } from 'react';
import { layoutMosaic, mosaicRowAt } from './mosaic-layout.ts';
import { useWidth } from './use-width.ts';
import { type VirtualItemsProps, VirtualRows } from './virtual-rows.tsx';

export interface VirtualMosaicProps<Item> extends VirtualItemsProps<Item> {
  /** Width by height of each item. Pass a new array only when a ratio has changed. */
  ratios: readonly number[];
  /** Group of each item, whose name is a heading; '' for none. */
  groups: readonly string[];
  rowHeightPx: number;
  gapPx: number;
  columnGapPx: number;
}

/**
 * Virtual rows of pictures with their own proportions. Keys as in `VirtualGrid`. When a ratio becomes known
 * or the order changes, the picture at the top stays in place.
 */
export function VirtualMosaic<Item>({
  ratios,
  groups,
  rowHeightPx,
  gapPx,
  columnGapPx,
  ...props
}: VirtualMosaicProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(scroller);
  const rows = useMemo(
    () => layoutMosaic({ ratios, groups, widthPx, rowHeightPx, gapPx, columnGapPx }),
    [ratios, groups, widthPx, rowHeightPx, gapPx, columnGapPx],
  );
  const { items, getKey } = props;
  const before = useRef({ rows, items });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { rows, items };
    const element = scroller.current;
    if (!element || old.rows === rows || element.scrollTop === 0) return;
    const anchor = old.rows[mosaicRowAt(old.rows, { topPx: element.scrollTop })];
    const item = anchor && old.items[anchor.start];
    if (!item) return;
    const key = getKey(item);
    const at = items.findIndex((each) => getKey(each) === key);
    const moved = rows[mosaicRowAt(rows, { item: at < 0 ? anchor.start : at })];
    if (moved) element.scrollTop += moved.topPx - anchor.topPx;
  }, [rows, items, getKey]);
  const columnCount = Math.max(1, ...rows.slice(0, 50).map(({ widthsPx }) => widthsPx.length));
  return (
    <VirtualRows
      {...props}
      {...{
        scroller,
        gapPx,
        columnGapPx,
        columnCount,
        rowHeightPx,
        mosaic: rows,
        areRowsMeasured: false,
      }}
    />
  );
}
