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
  /** How many rows a page has. */
  pageRows: () => number;
  scrollToRow: (row: number) => void;
  onActiveChange: ((index: number, event: KeyboardEvent) => void) | undefined;
}

/** One cell takes part in the Tab order; keys move that role, and the focus, to another. */
export function useRovingCells(options: RovingCellsOptions) {
  const { count, columnCount, grid, pageRows, scrollToRow, onActiveChange } = options;
  const [wanted, setActive] = useState(0);
  const [, setMoves] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));
  const hasToFocus = useRef(false);

  // Before the next key: one that came while the focus was still on the old cell would be lost.
  useLayoutEffect(() => {
    if (!hasToFocus.current) return;
    hasToFocus.current = false;
    grid.current
      ?.querySelector<HTMLElement>(`[data-cell="${active}"]`)
      ?.focus({ preventScroll: true });
  });

  const handleKey = useCallback(
    (event: KeyboardEvent) => {
      // Keys in a button or field of a cell are its own.
      if (!(event.target instanceof Element) || !event.target.hasAttribute('data-cell')) return;
      const next = nextIndex(event, active, count, columnCount, pageRows());
      if (next === undefined) return;
      event.preventDefault();
      if (next === active) return;
      hasToFocus.current = true;
      setActive(next);
      scrollToRow(Math.floor(next / columnCount));
      onActiveChange?.(next, event);
    },
    [active, count, columnCount, pageRows, scrollToRow, onActiveChange],
  );
  function focus(index: number): void {
    hasToFocus.current = true;
    scrollToRow(Math.floor(index / columnCount));
    // Moves on even where that cell is the active one: the focus may be elsewhere.
    setMoves((moves) => moves + 1);
    setActive(index);
  }
  /** The active cell has moved without anybody's doing: nothing is scrolled. */
  function follow(index: number, hadFocus: boolean): void {
    hasToFocus.current ||= hadFocus;
    setActive(index);
  }
  return { active, setActive, handleKey, focus, follow };
}

/** Index that a key leads to, by the grid pattern of the ARIA practices; `undefined` for other keys. */
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
    // Down from a full row to one that ends before this column.
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
