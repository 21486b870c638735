import { deselect, selectTo, toggle } from '@satchel/ui/lists/list-selection';
import { useRovingCells } from '@satchel/ui/lists/use-roving-cells';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import type { Removal } from '../data-rows.ts';
import type { Selection } from './use-selection.ts';

export interface RowKeys<Row> {
  /** Index of the row that Tab reaches. */
  activeIndex: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocusRow: (index: number) => void;
  /** Handles a click on a checkbox; with Shift it also selects the rows since the last one. */
  onToggle: (row: Row, index: number, event: Pick<MouseEvent, 'shiftKey'>) => void;
}

interface RowKeysOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  container: RefObject<HTMLElement | null>;
  selection: Selection<Row> | undefined;
  /** Approximate height. A page key moves by the number of rows in the window minus one. */
  rowHeightPx: number;
  scrollTo: (index: number) => void;
  onOpen: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
  removal: Removal | undefined;
}

/**
 * Keys of a list with the focus on a row. Arrows, Home, End and the page keys move the focus; with Shift they
 * select. Space selects, Ctrl+A selects the page, and Escape clears. Enter opens and Delete deletes.
 */
export function useRowKeys<Row>(options: RowKeysOptions<Row>): RowKeys<Row> {
  const { rows, rowId, selection, onOpen, onDelete } = options;
  const listed = rows.map(rowId);
  const roving = useRovingCells({
    count: rows.length,
    columnCount: 1,
    grid: options.container,
    pageRows: () => Math.max(1, Math.floor(window.innerHeight / options.rowHeightPx) - 1),
    scrollToRow: options.scrollTo,
    onActiveChange(index, { shiftKey }) {
      if (!selection) return;
      const { current } = selection;
      if (shiftKey) selection.select(selectTo(current, listed, index, false));
      else selection.select({ keys: current.keys, anchor: listed[index] ?? null });
    },
  });

  const focusNext = useEffectEvent(roving.focus);
  const { removal } = options;
  useLayoutEffect(() => {
    if (removal) focusNext(removal.index);
  }, [removal]);

  function toggleRow(row: Row, index: number, withRange: boolean): void {
    if (!selection) return;
    const id = rowId(row);
    const { current } = selection;
    const range = selectTo(current, listed, index, false).keys;
    if (!withRange) selection.select(toggle(current, id));
    else if (!current.keys.has(id)) selection.select(selectTo(current, listed, index, true));
    else selection.select({ ...deselect(current, range), anchor: id });
  }

  function act(event: KeyboardEvent, row: Row): boolean {
    const selected = [...(selection?.rows.values() ?? [])];
    if (event.key === ' ') toggleRow(row, roving.active, event.shiftKey);
    else if (event.key === 'Enter' && onOpen) onOpen(row);
    else if (event.key === 'Delete' && onDelete) onDelete(selected.length > 0 ? selected : [row]);
    else if (event.key === 'Escape' && selected.length > 0) selection?.clear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection?.set(rows, true);
    else return false;
    return true;
  }

  return {
    activeIndex: roving.active,
    onFocusRow: roving.setActive,
    onToggle: (row, index, { shiftKey }) => toggleRow(row, index, shiftKey),
    onKeyDown(event) {
      roving.handleKey(event);
      const row = rows[roving.active];
      if (event.defaultPrevented || row === undefined) return;
      // Ignores keys within a row's own controls, such as its buttons.
      const isOnRow = event.target instanceof Element && event.target.hasAttribute('data-cell');
      if (isOnRow && act(event, row)) event.preventDefault();
    },
  };
}
