/** The link to a share, on the origin of this page, which is an address that is known to work. */
export function textShareUrl(slug: string): string {
  return `${window.location.origin}/paste/${encodeURIComponent(slug)}`;
}

export function fileShareUrl(slug: string): string {
  return `${window.location.origin}/file/${encodeURIComponent(slug)}`;
}

export function absoluteUrl(path: string): string {
  return new URL(path, window.location.origin).href;
}
