/** Clients send ETags with or without their quotes. */
export function bareEtag(etag: string): string {
  return etag.replace(/^(W\/)?"?|"?$/g, '');
}
