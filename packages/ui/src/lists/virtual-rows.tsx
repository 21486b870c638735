import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import {
  MOSAIC_HEADING_PX,
  type MosaicRow,
  mosaicHeightPx,
  mosaicItemsWithin,
  mosaicNeighbour,
  mosaicRowAt,
  mosaicSizePx,
} from './mosaic-layout.ts';
import { useKeptRange } from './use-kept-range.ts';
import { useRemovalFocus } from './use-removal-focus.ts';
import { useRovingCells } from './use-roving-cells.ts';
import { useSteadyRows } from './use-steady-rows.ts';

// Extra rows around the visible ones, so that scrolling shows no empty space while the next ones render.
const OVERSCAN_ROWS = 4;

export interface CellState {
  isActive: boolean;
  isSelected: boolean;
  /** Longer side of the cell in a mosaic, width in a grid; undefined in a list. */
  sizePx: number | undefined;
}

/** For callers that move the focus themselves, or draw a lasso around items. */
export interface VirtualItemsHandle {
  readonly scroller: HTMLElement | null;
  /** Element with the height of all rows; its content scrolls with them. */
  readonly rows: HTMLElement | null;
  /** Scrolls to an item and focuses it, even if it is not rendered yet. */
  focusItem: (index: number) => void;
  /** Scrolls to an item if it is not visible, or puts it at the start; the focus stays. */
  scrollToItem: (index: number, align?: 'start') => void;
  /** Index of the item that Tab reaches. */
  activeIndex: () => number;
  /** Indexes of the items that intersect a rectangle, in pixels from the top left of all rows. */
  itemsWithin: (area: { left: number; top: number; right: number; bottom: number }) => number[];
}

/** Props that a virtual list and a virtual grid share. */
export interface VirtualItemsProps<Item> {
  label: string;
  items: readonly Item[];
  getKey: (item: Item) => string;
  renderItem: (item: Item, state: CellState) => ReactNode;
  /** Called on Enter or a double click. */
  onOpen?: (item: Item) => void;
  /** Called on Space. Modifier keys such as Shift are on the event. */
  onToggle?: (item: Item, event: KeyboardEvent) => void;
  /** Called after a key has moved the focus. The caller may extend the selection if Shift is held. */
  onActiveChange?: (index: number, event: KeyboardEvent) => void;
  /** Makes items selectable, several at a time. */
  selectedKeys?: ReadonlySet<string>;
  handle?: Ref<VirtualItemsHandle> | undefined;
  /** Space after the last row, so that a bar over the end covers none. */
  endPx?: number;
  className?: string;
}

interface VirtualRowsProps<Item> extends VirtualItemsProps<Item> {
  scroller: RefObject<HTMLDivElement | null>;
  columnCount: number;
  /** Height of one row, or an estimate if rows are measured. */
  rowHeightPx: number;
  areRowsMeasured: boolean;
  gapPx: number;
  /** Gap between columns; default the gap between rows. */
  columnGapPx?: number | undefined;
  cellWidthPx?: number;
  /** Rows of different heights and cells of different widths. */
  mosaic?: readonly MosaicRow[];
}

/** Renders the visible rows of any number. Assistive technology sees one grid with all rows. */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  const { items, columnCount, scroller, rowHeightPx, gapPx, selectedKeys, mosaic } = props;
  const columnGapPx = props.columnGapPx ?? gapPx;
  const rows = useRef<HTMLDivElement>(null);
  const rowCount = mosaic ? mosaic.length : Math.ceil(items.length / columnCount);
  const rowOf = (index: number) =>
    mosaic ? mosaicRowAt(mosaic, { item: index }) : Math.floor(index / columnCount);
  const roving = useRovingCells({
    count: items.length,
    columnCount,
    grid: scroller,
    pageRows: () =>
      Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (rowHeightPx + gapPx)) - 1),
    rowOf,
    ...(mosaic && {
      moveRows: (index: number, by: number) => mosaicNeighbour(mosaic, index, by, columnGapPx),
    }),
    scrollToRow: (row) => virtualizer.scrollToIndex(row),
    onActiveChange: props.onActiveChange,
  });
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (mosaic ? mosaicHeightPx(mosaic[row]) : rowHeightPx),
    paddingEnd: props.endPx ?? 0,
    gap: gapPx,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: useKeptRange(rowOf(roving.active)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured holds for another height no more
  useLayoutEffect(() => virtualizer.measure(), [rowHeightPx, columnCount, mosaic]);

  useSteadyRows({
    ...{ items, scroller, columnCount, getKey: props.getKey, activeIndex: roving.active },
    stepPx: props.areRowsMeasured || mosaic ? 0 : rowHeightPx + gapPx,
    isOrderFollowed: mosaic !== undefined,
    onActiveMoved: roving.follow,
  });

  useRemovalFocus(items.length, scroller, () => roving.focus(roving.active));

  useImperativeHandle(props.handle, () => ({
    scroller: scroller.current,
    rows: rows.current,
    focusItem: roving.focus,
    scrollToItem: (index, align) => virtualizer.scrollToIndex(rowOf(index), align && { align }),
    activeIndex: () => roving.active,
    itemsWithin(area) {
      if (mosaic) return mosaicItemsWithin(mosaic, area, columnGapPx);
      const { left, top, right, bottom } = area;
      const stepPx = rowHeightPx + gapPx;
      const widthPx = ((rows.current?.clientWidth ?? 0) + columnGapPx) / columnCount;
      const found: number[] = [];
      const lastRow = Math.min(Math.floor(bottom / stepPx), rowCount - 1);
      for (let row = Math.max(0, Math.floor((top + gapPx) / stepPx)); row <= lastRow; row += 1) {
        for (let column = 0; column < columnCount; column += 1) {
          const index = row * columnCount + column;
          const startPx = column * widthPx;
          const isTouched = left < startPx + widthPx - columnGapPx && right > startPx;
          if (isTouched && index < items.length) found.push(index);
        }
      }
      return found;
    },
  }));

  const firstOf = (row: number) => (mosaic ? (mosaic[row]?.start ?? 0) : row * columnCount);
  const itemsOf = (row: number) =>
    items.slice(firstOf(row), firstOf(row) + (mosaic?.[row]?.widthsPx.length ?? columnCount));

  function handleKey(event: KeyboardEvent) {
    roving.handleKey(event);
    const item = items[roving.active];
    if (event.defaultPrevented || item === undefined) return;
    if (!(event.target instanceof Element) || !event.target.hasAttribute('data-cell')) return;
    // Leaves shortcuts such as Alt+Enter to the caller.
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && props.onOpen && !hasModifier) props.onOpen(item);
    else if (event.key === ' ' && props.onToggle) props.onToggle(item, event);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be put where they would be
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rowCount}
      aria-colcount={columnCount}
      aria-multiselectable={selectedKeys ? true : undefined}
      tabIndex={-1}
      onKeyDown={handleKey}
      className={clsx(
        'relative min-h-0 overflow-y-auto overscroll-contain outline-none',
        props.className,
      )}
    >
      <div
        ref={rows}
        role="presentation"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index: row, start }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: the cells of the row take the focus
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            data-index={row}
            ref={props.areRowsMeasured ? virtualizer.measureElement : undefined}
            // Above the next row, for what a field says below itself.
            className="absolute inset-x-0 top-0 grid focus-within:z-1"
            style={{
              transform: `translateY(${start}px)`,
              columnGap: columnGapPx,
              ...(mosaic ? mosaicStyle(mosaic[row]) : undefined),
              ...(!mosaic && {
                gridTemplateColumns: `repeat(${columnCount}, minmax(0, 1fr))`,
                // Prevents a tall picture from making its row taller than its place.
                gridTemplateRows: props.areRowsMeasured ? undefined : 'minmax(0, 1fr)',
                height: props.areRowsMeasured ? undefined : rowHeightPx,
              }),
            }}
          >
            {mosaic?.[row]?.heading !== undefined && (
              <p className="col-span-full self-center truncate text-label text-ink">
                {mosaic[row].heading}
              </p>
            )}
            {itemsOf(row).map((item, column) => {
              const index = firstOf(row) + column;
              return (
                <Cell
                  key={props.getKey(item)}
                  {...{ ...props, item, column, index }}
                  sizePx={mosaic ? mosaicSizePx(mosaic[row], column) : props.cellWidthPx}
                  isActive={index === roving.active}
                  onFocus={roving.setActive}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellProps<Item> extends VirtualItemsProps<Item> {
  item: Item;
  index: number;
  column: number;
  sizePx: number | undefined;
  isActive: boolean;
  onFocus: (index: number) => void;
}

function Cell<Item>(props: CellProps<Item>) {
  const { item, index, isActive, selectedKeys, sizePx } = props;
  const isSelected = selectedKeys?.has(props.getKey(item)) ?? false;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="gridcell"
      aria-colindex={props.column + 1}
      aria-selected={selectedKeys ? isSelected : undefined}
      data-cell={index}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => props.onFocus(index)}
      onDoubleClick={() => props.onOpen?.(item)}
      className="min-h-0 min-w-0 rounded-md -outline-offset-2"
    >
      {props.renderItem(item, { isActive, isSelected, sizePx })}
    </div>
  );
}

/** Columns of a mosaic's row, with a first line for its heading. */
function mosaicStyle(row: MosaicRow | undefined) {
  if (!row) return undefined;
  const { widthsPx, heightPx, heading } = row;
  return {
    gridTemplateColumns: widthsPx.map((width) => `${width}px`).join(' '),
    gridTemplateRows:
      heading === undefined ? `${heightPx}px` : `${MOSAIC_HEADING_PX}px ${heightPx}px`,
  };
}
