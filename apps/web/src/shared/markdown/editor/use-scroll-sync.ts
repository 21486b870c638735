import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls two panes together, each to the same fraction of its height. The pane that the user scrolls leads. The
 * second pane follows the first also when its content arrives later, such as the preview of a long text that was pasted.
 */
export function useScrollSync(
  first: RefObject<HTMLElement | null>,
  second: RefObject<HTMLElement | null>,
): void {
  const isSecondLeading = useRef(false);
  useEffect(() => {
    const panes = [first.current, second.current];
    const controller = new AbortController();
    /** Pane that this hook has scrolled. Its scroll event must not move the other pane back. */
    let following: Element | null = null;
    const lead = (leader: HTMLElement, other: HTMLElement | null | undefined) => {
      const follower = other && scrollerIn(other);
      const room = leader.scrollHeight - leader.clientHeight;
      if (!follower || room <= 0) return;
      const before = follower.scrollTop;
      const top = leader.scrollTop / room;
      follower.scrollTop = top * (follower.scrollHeight - follower.clientHeight);
      if (follower.scrollTop !== before) following = follower;
    };
    for (const [index, pane] of panes.entries()) {
      // Captures the event, because an inner element scrolls and scroll events do not bubble.
      pane?.addEventListener(
        'scroll',
        ({ target }) => {
          if (!(target instanceof HTMLElement)) return;
          if (target === following) {
            following = null;
            return;
          }
          isSecondLeading.current = index > 0;
          lead(target, panes[1 - index]);
        },
        { capture: true, passive: true, signal: controller.signal },
      );
    }
    const observer = new MutationObserver(() => {
      const [leader, follower] = panes;
      if (leader && !isSecondLeading.current) lead(scrollerIn(leader), follower);
    });
    if (second.current) observer.observe(second.current, { childList: true, subtree: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  });
}

/** The element that scrolls: the editor's own scroller, or the preview pane itself. */
function scrollerIn(pane: HTMLElement): HTMLElement {
  return pane.querySelector<HTMLElement>('.cm-scroller, textarea') ?? pane;
}
