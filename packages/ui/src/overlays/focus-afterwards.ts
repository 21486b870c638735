/**
 * `finalFocus` of overlays: the focus returns to where it was. If that is gone, or was nowhere because the
 * page opened with the overlay, it goes to the main content, so that the keyboard continues there.
 */
export function focusAfterwards(): true {
  // Base UI moves the focus after this function has returned.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }),
  );
  return true;
}
