/** A page that was opened with it shows nothing of the site's custom content (SECURITY 4). */
export const SAFE_MODE_PARAMETER = 'safeMode';

/** Holds until the document is loaded again, because scripts that have run cannot be taken back. */
export const isSafeMode: boolean = new URLSearchParams(window.location.search).has(
  SAFE_MODE_PARAMETER,
);
