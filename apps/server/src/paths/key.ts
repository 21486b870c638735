/** A key of a bucket without the slash that ends the prefix of a directory; '' for the root. */
export function withoutSlash(key: string): string {
  return key.endsWith('/') ? key.slice(0, -1) : key;
}

/** The prefix of all that lies in a directory, given by its key or its prefix; '' for the root. */
export function toPrefix(key: string): string {
  return key === '' || key.endsWith('/') ? key : `${key}/`;
}
