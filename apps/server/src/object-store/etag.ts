/** Removes the quotes of an ETag, because clients send them with or without. */
export function bareEtag(etag: string): string {
  return etag.replace(/^(W\/)?"?|"?$/g, '');
}
