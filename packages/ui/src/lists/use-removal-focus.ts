import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusAfterwards } from '../overlays/focus-afterwards.ts';

/**
 * Keeps the focus in a list when a button removes its own item, which takes the focus with it: calls `focusActive`
 * to focus the item that has its place. With the last item the focus goes to the main content.
 */
export function useRemovalFocus(
  count: number,
  list: RefObject<HTMLElement | null>,
  focusActive: () => void,
): void {
  const countBefore = useRef(count);
  // Read during render, because the focused button may be gone afterwards.
  const hasFocus = list.current?.contains(document.activeElement) ?? false;
  const hadFocus = useRef(hasFocus);
  hadFocus.current = hasFocus;

  useLayoutEffect(() => {
    const isRemoved = count < countBefore.current;
    countBefore.current = count;
    if (isRemoved && hadFocus.current && document.activeElement === document.body) focusActive();
  });
  useEffect(() => {
    const element = list.current;
    const note = () => {
      hadFocus.current = true;
    };
    element?.addEventListener('focusin', note);
    return () => {
      element?.removeEventListener('focusin', note);
      if (hadFocus.current) focusAfterwards();
    };
  }, [list]);
}
