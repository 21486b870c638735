/** The address to give away. Always of the page's own origin, which is where the visitor will land. */
export function textShareUrl(slug: string): string {
  return `${window.location.origin}/paste/${encodeURIComponent(slug)}`;
}

export function fileShareUrl(slug: string): string {
  return `${window.location.origin}/file/${encodeURIComponent(slug)}`;
}

export function absoluteUrl(path: string): string {
  return new URL(path, window.location.origin).href;
}
