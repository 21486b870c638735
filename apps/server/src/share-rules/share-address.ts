export interface ShareAddress {
  /** On whatever address this server has, as older clients read it. */
  readonly url: string;
  readonly share_url: string;
}

/** Addresses of a file share for visitors. */
export function shareAddress(slug: string, origin: string): ShareAddress {
  const url = `/file/${slug}`;
  return { url, share_url: origin + url };
}
