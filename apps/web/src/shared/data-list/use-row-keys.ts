import { deselect, selectTo, toggle } from '@satchel/ui/lists/list-selection';
import { useRovingCells } from '@satchel/ui/lists/use-roving-cells';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { Selection } from './use-selection.ts';

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
  /** About; a page key moves by as many rows as the window shows, but one. */
  rowHeightPx: number;
  scrollTo: (index: number) => void;
  onOpen: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * The keys of a list whose focus is on a row: arrows, Home, End and the page keys move, with Shift they
 * select, Space selects, Ctrl+A selects the page, Escape nothing; Enter opens, Delete deletes.
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
      // In a row's own controls keys do what they do everywhere.
      const isOnRow = event.target instanceof Element && event.target.hasAttribute('data-cell');
      if (isOnRow && act(event, row)) event.preventDefault();
    },
  };
}
