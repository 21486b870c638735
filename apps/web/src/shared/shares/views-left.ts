/** How often a share may still be opened; null if unlimited. */
export function viewsLeftOf(share: { views: number; maxViews: number | null }): number | null {
  return share.maxViews ? Math.max(0, share.maxViews - share.views) : null;
}
