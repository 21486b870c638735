/** Longest wait, because browsers draw no frames of a tab in the background. */
const LONGEST_MS = 100;

/** Resolves when the browser has painted what was rendered before. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // A timer runs after the frame, and the callback before it.
      setTimeout(resolve);
    });
  });
}
