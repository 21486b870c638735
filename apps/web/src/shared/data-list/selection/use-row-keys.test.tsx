import { act } from 'react';
import { expect, it } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { type Selection, useSelection } from './use-selection.ts';

const rowId = (row: string) => row;

/** Renders a list with its keys; several arguments are its pages. */
function list(...pages: readonly (readonly string[])[]) {
  let page = pages[0] ?? [];
  let selection: Selection<string> | undefined;
  let removal: { index: number } | undefined;
  const container: { current: HTMLUListElement | null } = { current: null };
  const drawn = renderHook(() => {
    const current = useSelection(rowId, page, 'list');
    selection = current;
    const keys = useRowKeys({
      rows: page,
      rowId,
      container,
      selection: current,
      // The window shows four rows, so that a page key moves by three.
      rowHeightPx: window.innerHeight / 4,
      scrollTo: () => {},
      onOpen: undefined,
      onDelete: undefined,
      removal,
    });
    return (
      <ul ref={container} onKeyDown={keys.onKeyDown}>
        {page.map((row, index) => (
          <li
            key={row}
            data-cell={index}
            tabIndex={index === keys.activeIndex ? 0 : -1}
            onFocus={() => keys.onFocusRow(index)}
          />
        ))}
      </ul>
    );
  });
  const cell = (index: number) =>
    drawn.container.querySelector<HTMLElement>(`[data-cell="${index}"]`);
  return {
    focus: (index: number) => act(() => cell(index)?.focus()),
    press(key: string, how: KeyboardEventInit = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how });
      act(() => void document.activeElement?.dispatchEvent(event));
    },
    turnTo(index: number) {
      page = pages[index] ?? [];
      drawn.rerender();
    },
    remove(index: number) {
      page = page.toSpliced(index, 1);
      removal = { index };
      drawn.rerender();
    },
    selected: () => [...(selection?.rows.keys() ?? [])].toSorted(),
    focused: () => page[Number(document.activeElement?.getAttribute('data-cell'))],
  };
}

it('Shift and an arrow select from the anchor, and give back what they leave', () => {
  const rows = list(['a', 'b', 'c', 'd', 'e']);
  rows.focus(0);
  rows.press('ArrowDown');
  rows.press('ArrowDown', { shiftKey: true });
  rows.press('ArrowDown', { shiftKey: true });
  expect(rows.selected()).toEqual(['b', 'c', 'd']);
  rows.press('ArrowUp', { shiftKey: true });
  expect(rows.selected()).toEqual(['b', 'c']);
  expect(rows.focused()).toBe('c');
});

it('what is selected on other pages stays, and Escape clears it all', () => {
  const rows = list(['a', 'b'], ['c', 'd']);
  rows.focus(0);
  rows.press(' ');
  rows.turnTo(1);
  rows.focus(0);
  rows.press(' ');
  rows.press('ArrowDown', { shiftKey: true });
  expect(rows.selected()).toEqual(['a', 'c', 'd']);
  rows.press('Escape');
  expect(rows.selected()).toEqual([]);
});

it('page keys, Home and End move the focus as in every list', () => {
  const rows = list(['a', 'b', 'c', 'd', 'e']);
  rows.focus(0);
  rows.press('PageDown');
  expect(rows.focused()).toBe('d');
  rows.press('End');
  expect(rows.focused()).toBe('e');
  rows.press('Home');
  expect(rows.focused()).toBe('a');
  expect(rows.selected()).toEqual([]);
});

it('the next row takes the focus of a removed one, and the one before it where it was the last', () => {
  const rows = list(['a', 'b', 'c']);
  rows.focus(1);
  rows.remove(1);
  expect(rows.focused()).toBe('c');
  rows.remove(1);
  expect(rows.focused()).toBe('a');
});
