/**
 * `finalFocus` of overlays: the focus returns to where it was. If that is gone, it goes to the row of a list that
 * took its place, otherwise to the main content, so that the keyboard continues there. It goes there, too, if the
 * focus was nowhere because the page opened with the overlay.
 */
export function focusAfterwards(): true {
  // Base UI moves the focus after this function has returned.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const main = document.querySelector<HTMLElement>('main');
      // After a deletion the next row has the tab stop of the deleted one.
      const row = main?.querySelector<HTMLElement>('[data-cell][tabindex="0"]');
      (row ?? main)?.focus({ preventScroll: true });
    }),
  );
  return true;
}
