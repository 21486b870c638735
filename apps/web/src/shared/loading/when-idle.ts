/**
 * Runs something once the browser is idle after a moment of quiet, so that it does not delay the page.
 * Returns how to cancel it.
 *
 * @param quietMs how long to wait before the browser is asked, in milliseconds
 */
export function whenIdle(run: () => void, quietMs: number): () => void {
  let idleId = 0;
  const timer = setTimeout(() => {
    // Safari has no `requestIdleCallback`; there the timer has to do.
    if ('requestIdleCallback' in window) idleId = window.requestIdleCallback(run);
    else run();
  }, quietMs);
  return () => {
    clearTimeout(timer);
    if (idleId) window.cancelIdleCallback(idleId);
  };
}
