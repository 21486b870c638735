/**
 * Addresses of a link for visitors. `url` has no origin, as older clients expect it.
 *
 * @param page `file` for a file share, `share` for a bundle, `request` for an upload request
 */
export function linkAddress(page: 'file' | 'share' | 'request', slug: string, origin: string) {
  const url = `/${page}/${slug}`;
  return { url, share_url: origin + url };
}
