import { type RefObject, useEffect } from 'react';

/**
 * Scrolls two panes together, each to the same fraction of its height. The pane that the user scrolls leads.
 */
export function useScrollSync(
  first: RefObject<HTMLElement | null>,
  second: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const panes = [first.current, second.current];
    const controller = new AbortController();
    /** Pane that this hook has scrolled. Its scroll event must not move the other pane back. */
    let following: Element | null = null;
    for (const [index, pane] of panes.entries()) {
      const other = panes[1 - index];
      // Captures the event, because an inner element scrolls and scroll events do not bubble.
      pane?.addEventListener(
        'scroll',
        ({ target }) => {
          if (!(target instanceof HTMLElement)) return;
          if (target === following) {
            following = null;
            return;
          }
          const follower = other && scrollerIn(other);
          if (!follower) return;
          const room = target.scrollHeight - target.clientHeight;
          const top = room > 0 ? target.scrollTop / room : 0;
          const before = follower.scrollTop;
          follower.scrollTop = top * (follower.scrollHeight - follower.clientHeight);
          if (follower.scrollTop !== before) following = follower;
        },
        { capture: true, passive: true, signal: controller.signal },
      );
    }
    return () => controller.abort();
  });
}

/** The element that scrolls: the editor's own scroller, or the preview pane itself. */
function scrollerIn(pane: HTMLElement): HTMLElement | null {
  return pane.querySelector<HTMLElement>('.cm-scroller, textarea') ?? pane;
}
