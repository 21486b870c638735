/** Null where a share may be opened without end. */
export function viewsLeftOf(share: { views: number; maxViews: number | null }): number | null {
  return share.maxViews ? Math.max(0, share.maxViews - share.views) : null;
}
