import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface SteadyRowsOptions<Item> {
  readonly items: readonly Item[];
  readonly getKey: (item: Item) => string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columnCount: number;
  /** Height of a row with the gap behind it; 0 where rows differ. */
  readonly stepPx: number;
  readonly activeIndex: number;
  /** Called where the active item has got another place. */
  readonly onActiveMoved: (index: number, hadFocus: boolean) => void;
}

/**
 * Keeps what somebody looks at where it is when items come in above it: the rows stay where they were on
 * the screen, and the focus on its item. At the very top the new ones are what is to be seen.
 */
export function useSteadyRows<Item>(options: SteadyRowsOptions<Item>): void {
  const { items, scroller, columnCount, stepPx } = options;
  const before = useRef(items);
  const latest = useRef(options);
  latest.current = options;
  // Here, because the cell with the focus may be gone after this.
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
    // Only insertions keep the scroll position; a re-sort starts at the top.
    if (old === items || items.length <= old.length || !element) return;
    const { getKey, activeIndex, onActiveMoved } = latest.current;
    const nextIndexOf = (index: number) => {
      const item = old[index];
      if (item === undefined) return index;
      const key = getKey(item);
      const found = items.findIndex((each, at) => at >= index && getKey(each) === key);
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
  }, [items, scroller, columnCount, stepPx]);
}
