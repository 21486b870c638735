/** A key of a bucket without the slash that ends the prefix of a directory; '' for the root. */
export function withoutSlash(key: string): string {
  return key.endsWith('/') ? key.slice(0, -1) : key;
}

/** The prefix of all that lies in a directory, given by its key or its prefix; '' for the root. */
export function toPrefix(key: string): string {
  return key === '' || key.endsWith('/') ? key : `${key}/`;
}

/** Whether a normalised path is a directory, or lies in it. */
export function isWithinDirectory(directory: string, path: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}
