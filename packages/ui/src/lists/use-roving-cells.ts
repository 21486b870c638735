import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface RovingCellsOptions {
  count: number;
  columnCount: number;
  grid: RefObject<HTMLElement | null>;
  /** Number of rows that a page key moves by. */
  pageRows: () => number;
  scrollToRow: (row: number) => void;
  /** Row of an item; by default rows have `columnCount` items. */
  rowOf?: (index: number) => number;
  /** The item some rows further, if rows have different numbers of items. */
  moveRows?: (index: number, by: number) => number;
  onActiveChange: ((index: number, event: KeyboardEvent) => void) | undefined;
}

/** Roving tabindex: one cell is in the tab order. Keys move that role, and the focus, to another cell. */
export function useRovingCells(options: RovingCellsOptions) {
  const { count, columnCount, grid, pageRows, scrollToRow, onActiveChange } = options;
  const { rowOf = (index: number) => Math.floor(index / columnCount), moveRows } = options;
  const [wanted, setActive] = useState(0);
  const [, setMoves] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));
  const hasToFocus = useRef(false);

  // A layout effect, because a key that arrives while the old cell has the focus would be lost.
  useLayoutEffect(() => {
    if (!hasToFocus.current) return;
    hasToFocus.current = false;
    grid.current
      ?.querySelector<HTMLElement>(`[data-cell="${active}"]`)
      ?.focus({ preventScroll: true });
  });

  const handleKey = useCallback(
    (event: KeyboardEvent) => {
      // Ignores keys in a button or field of a cell.
      if (!(event.target instanceof Element) || !event.target.hasAttribute('data-cell')) return;
      const next = moveRows
        ? mosaicIndex(event, active, count, { pageRows: pageRows(), moveRows })
        : nextIndex(event, active, count, columnCount, pageRows());
      if (next === undefined) return;
      event.preventDefault();
      if (next === active) return;
      hasToFocus.current = true;
      setActive(next);
      scrollToRow(rowOf(next));
      onActiveChange?.(next, event);
    },
    [active, count, columnCount, pageRows, scrollToRow, rowOf, moveRows, onActiveChange],
  );
  function focus(index: number): void {
    hasToFocus.current = true;
    scrollToRow(rowOf(index));
    // Counts a move even if that cell is already active, because the focus may be elsewhere.
    setMoves((moves) => moves + 1);
    setActive(index);
  }
  /** Follows the active item to its new index without scrolling. */
  function follow(index: number, hadFocus: boolean): void {
    hasToFocus.current ||= hadFocus;
    setActive(index);
  }
  return { active, setActive, handleKey, focus, follow };
}

/** Index that a key moves to, by the grid pattern of the ARIA practices; `undefined` for other keys. */
function nextIndex(
  event: KeyboardEvent,
  active: number,
  count: number,
  columnCount: number,
  pageRows: number,
): number | undefined {
  const last = count - 1;
  const rowStart = active - (active % columnCount);
  const isWhole = event.ctrlKey || event.metaKey;
  const step = (by: number) => {
    const next = active + by;
    if (next < 0) return active;
    if (next <= last) return next;
    // Moves from a full row to a shorter last row that has no such column.
    return by > 0 && Math.floor(active / columnCount) < Math.floor(last / columnCount)
      ? last
      : active;
  };
  switch (event.key) {
    case 'ArrowRight':
      return columnCount > 1 ? step(1) : undefined;
    case 'ArrowLeft':
      return columnCount > 1 ? step(-1) : undefined;
    case 'ArrowDown':
      return step(columnCount);
    case 'ArrowUp':
      return step(-columnCount);
    case 'PageDown':
      return Math.min(active + columnCount * pageRows, last);
    case 'PageUp':
      return Math.max(active - columnCount * pageRows, active % columnCount);
    case 'Home':
      return isWhole || columnCount === 1 ? 0 : rowStart;
    case 'End':
      return isWhole || columnCount === 1 ? last : Math.min(rowStart + columnCount - 1, last);
    default:
      return undefined;
  }
}

interface MosaicMoves {
  readonly pageRows: number;
  readonly moveRows: (index: number, by: number) => number;
}

/** Index that a key moves to where rows have different numbers of items. */
function mosaicIndex(
  event: KeyboardEvent,
  active: number,
  count: number,
  { pageRows, moveRows }: MosaicMoves,
): number | undefined {
  switch (event.key) {
    case 'ArrowRight':
      return Math.min(active + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(active - 1, 0);
    case 'ArrowDown':
      return moveRows(active, 1);
    case 'ArrowUp':
      return moveRows(active, -1);
    case 'PageDown':
      return moveRows(active, pageRows);
    case 'PageUp':
      return moveRows(active, -pageRows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
