export interface ShareAddress {
  /** Path without origin, as older clients expect it. */
  readonly url: string;
  readonly share_url: string;
}

/** Addresses of a file share for visitors. */
export function shareAddress(slug: string, origin: string): ShareAddress {
  return addressAt(`/file/${slug}`, origin);
}

/** Addresses of a bundle for visitors. */
export function bundleAddress(slug: string, origin: string): ShareAddress {
  return addressAt(`/share/${slug}`, origin);
}

/** Addresses of an upload request for visitors. */
export function requestAddress(slug: string, origin: string): ShareAddress {
  return addressAt(`/request/${slug}`, origin);
}

function addressAt(url: string, origin: string): ShareAddress {
  return { url, share_url: origin + url };
}
