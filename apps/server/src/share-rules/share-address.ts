export interface ShareAddress {
  /** Path without origin, as older clients expect it. */
  readonly url: string;
  readonly share_url: string;
}

/** Addresses of a file share for visitors. */
export function shareAddress(slug: string, origin: string): ShareAddress {
  const url = `/file/${slug}`;
  return { url, share_url: origin + url };
}
