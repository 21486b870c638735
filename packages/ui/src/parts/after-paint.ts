/** As long as a page may not be drawn, in a tab behind others for one, before what comes after it begins. */
const LONGEST_MS = 1000;
/** From the frame's end in the page to its pixels on the screen, which the page is not told. */
const SETTLING_MS = 100;

/**
 * Resolves when what React has just made is on the screen, so that what is loaded next does not delay it.
 * The second frame is what counts: the first one's callbacks run before anything is drawn.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, SETTLING_MS)));
    setTimeout(resolve, LONGEST_MS);
  });
}
