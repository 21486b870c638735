import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface SteadyRowsOptions<Item> {
  readonly items: readonly Item[];
  readonly getKey: (item: Item) => string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columnCount: number;
  /** Height of a row including the gap; 0 if heights differ. */
  readonly stepPx: number;
  readonly activeIndex: number;
  /** Whether the active item is also followed when items change their order. */
  readonly isOrderFollowed: boolean;
  /** Called when the active item has moved to another index. */
  readonly onActiveMoved: (index: number, hadFocus: boolean) => void;
}

/**
 * Keeps the scroll position when items are inserted above: visible rows stay in place, and the focus stays on
 * its item. At the very top the new items become visible.
 */
export function useSteadyRows<Item>(options: SteadyRowsOptions<Item>): void {
  const { items, scroller, columnCount, stepPx, isOrderFollowed } = options;
  const before = useRef(items);
  const latest = useRef(options);
  latest.current = options;
  // Read during render, because the focused cell may be gone afterwards.
  const { activeElement } = document;
  const hasFocus =
    activeElement?.hasAttribute('data-cell') === true &&
    (scroller.current?.contains(activeElement) ?? false);
  const hadFocus = useRef(hasFocus);
  hadFocus.current = hasFocus;

  useLayoutEffect(() => {
    const old = before.current;
    before.current = items;
    const element = scroller.current;
    if (old === items || !element) return;
    // Keeps the scroll position only for insertions; a re-sort starts at the top.
    if (items.length <= old.length && !isOrderFollowed) return;
    const { getKey, activeIndex, onActiveMoved } = latest.current;
    const nextIndexOf = (index: number) => {
      const item = old[index];
      if (item === undefined) return index;
      const key = getKey(item);
      const found = items.findIndex(
        (each, at) => (at >= index || isOrderFollowed) && getKey(each) === key,
      );
      return found < 0 ? index : found;
    };
    const nextActive = nextIndexOf(activeIndex);
    if (nextActive !== activeIndex && (activeIndex > 0 || hadFocus.current)) {
      onActiveMoved(nextActive, hadFocus.current);
    }
    if (stepPx === 0 || element.scrollTop < stepPx) return;
    const topRow = Math.floor(element.scrollTop / stepPx);
    const nextRow = Math.floor(nextIndexOf(topRow * columnCount) / columnCount);
    element.scrollTop += (nextRow - topRow) * stepPx;
  }, [items, scroller, columnCount, stepPx, isOrderFollowed]);
}
