/** Query parameter that disables the site's custom content (SECURITY 4). */
export const SAFE_MODE_PARAMETER = 'safeMode';

/** Constant until the document reloads, because scripts that have run cannot be undone. */
export const isSafeMode: boolean = new URLSearchParams(window.location.search).has(
  SAFE_MODE_PARAMETER,
);
