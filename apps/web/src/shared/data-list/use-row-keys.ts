import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { noSelection, type Selection } from './use-selection.ts';

export interface RowKeys<Row> {
  /** The row that Tab leads to. */
  activeIndex: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocusRow: (index: number) => void;
  /** A click on a checkbox; with Shift also the rows since the last. */
  onToggle: (row: Row, index: number, event: Pick<MouseEvent, 'shiftKey'>) => void;
}

interface RowKeysOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  container: RefObject<HTMLElement | null>;
  selection: Selection<Row> | undefined;
  scrollTo: (index: number) => void;
  onOpen: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/** Target row of each key. */
const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The keys of a list whose focus is on a row: arrows, Home and End move, with Shift they select, Space
 * selects, Ctrl+A selects the page, Escape nothing; Enter opens, Delete deletes.
 */
export function useRowKeys<Row>(options: RowKeysOptions<Row>): RowKeys<Row> {
  const { rows, rowId, container, scrollTo, onOpen, onDelete } = options;
  const selection = options.selection ?? noSelection();
  const [active, setActive] = useState(0);
  /** Start of a range selection. */
  const anchor = useRef(0);
  const activeIndex = Math.max(0, Math.min(active, rows.length - 1));

  const rangeTo = (index: number) =>
    rows.slice(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1);

  function focusRow(index: number) {
    setActive(index);
    scrollTo(index);
    // Drawn by now, or with the next frame.
    requestAnimationFrame(() =>
      container.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  }

  function toggle(row: Row, index: number, withRange: boolean) {
    const isSelected = !selection.has(rowId(row));
    selection.set(withRange ? rangeTo(index) : [row], isSelected);
    anchor.current = index;
  }

  function act(event: KeyboardEvent, row: Row): boolean {
    const step = STEPS[event.key];
    if (step) {
      const next = step(activeIndex, rows.length - 1);
      if (!event.shiftKey) anchor.current = next;
      else selection.set(rangeTo(next), true);
      focusRow(next);
      return true;
    }
    if (event.key === ' ') toggle(row, activeIndex, event.shiftKey);
    else if (event.key === 'Enter' && onOpen) onOpen(row);
    else if (event.key === 'Delete' && onDelete)
      onDelete(selection.rows.size > 0 ? [...selection.rows.values()] : [row]);
    else if (event.key === 'Escape' && selection.rows.size > 0) selection.clear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.set(rows, true);
    else return false;
    return true;
  }

  return {
    activeIndex,
    onFocusRow: setActive,
    onToggle: (row, index, { shiftKey }) => toggle(row, index, shiftKey),
    onKeyDown(event) {
      const row = rows[activeIndex];
      // In a row's own controls keys do what they do everywhere.
      const isOnRow = event.target instanceof Element && event.target.hasAttribute('data-index');
      if (isOnRow && row !== undefined && act(event, row)) event.preventDefault();
    },
  };
}
