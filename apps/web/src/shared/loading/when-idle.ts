/**
 * Runs a function when the browser is idle after a delay, so that it does not slow down the page. Returns a
 * function that cancels it.
 *
 * @param quietMs delay before the idle callback is requested, in milliseconds
 */
export function whenIdle(run: () => void, quietMs: number): () => void {
  let idleId = 0;
  const timer = setTimeout(() => {
    // Safari has no `requestIdleCallback`, so the delay alone must suffice.
    if ('requestIdleCallback' in window) idleId = window.requestIdleCallback(run);
    else run();
  }, quietMs);
  return () => {
    clearTimeout(timer);
    if (idleId) window.cancelIdleCallback(idleId);
  };
}
