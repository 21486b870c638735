/** Longest time from a page's loader to its first render, in milliseconds. */
const LOADED_BEFORE_MS = 2000;

/**
 * For a share's summary: asked again at each visit, because the share may have ended since the last; but
 * once a visit, whose loader asks before the page is there.
 */
export const ONCE_A_VISIT = { staleTime: LOADED_BEFORE_MS, gcTime: LOADED_BEFORE_MS } as const;
