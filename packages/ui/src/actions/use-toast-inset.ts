import { type RefObject, useLayoutEffect } from 'react';

/** How far elements at the bottom of the page reach up, in pixels. Toasts stay above the highest. */
const covered = new Map<symbol, number>();

/** Distance from the bottom of the window to the top of an element, in pixels. */
function reachOf(element: HTMLElement): number {
  const { position, bottom } = getComputedStyle(element);
  // At the end of another element, which may end above the bottom of the window.
  if (position === 'absolute' || position === 'relative') {
    return window.innerHeight - element.getBoundingClientRect().top;
  }
  return element.offsetHeight + (Number.parseFloat(bottom) || 0);
}

function tell(): void {
  const { style } = document.documentElement;
  const heightPx = Math.max(0, ...covered.values());
  if (heightPx > 0) style.setProperty('--toast-inset', `${heightPx}px`);
  else style.removeProperty('--toast-inset');
}

/** True for a bar that stays at the edge of the window while the page scrolls. */
export const isDocked = (element: HTMLElement): boolean =>
  getComputedStyle(element).position !== 'static';

/**
 * Keeps toasts above an element at the bottom of the page, while it is mounted.
 *
 * @param covers whether the element covers the bottom now; called again when its size changes
 */
export function useToastInset(
  bar: RefObject<HTMLElement | null>,
  covers: (element: HTMLElement) => boolean = () => true,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for the element, not for each render
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const id = Symbol('toast inset');
    const measure = () => {
      const isCovering = element.offsetHeight > 0 && covers(element);
      covered.set(id, isCovering ? reachOf(element) : 0);
      tell();
    };
    // Also called once at the start, after the browser has laid out the page.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      covered.delete(id);
      tell();
    };
  }, [bar]);
}
