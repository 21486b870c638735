/** As long as a page may not be drawn, in a tab behind others for one, before what comes after it begins. */
const LONGEST_MS = 1000;

/**
 * Resolves when what React has just made is on the screen, so that what is loaded next does not delay it.
 * The second frame is what counts: the first one's callbacks run before anything is drawn.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
    setTimeout(resolve, LONGEST_MS);
  });
}
