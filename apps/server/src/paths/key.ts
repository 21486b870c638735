/** Key without the trailing slash of a directory's prefix; '' for the root. */
export function withoutSlash(key: string): string {
  return key.endsWith('/') ? key.slice(0, -1) : key;
}

/** Prefix of everything below a directory, given its key or prefix; '' for the root. */
export function toPrefix(key: string): string {
  return key === '' || key.endsWith('/') ? key : `${key}/`;
}

/** True if a normalized path is the directory or is below it. */
export function isWithinDirectory(directory: string, path: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}

/** Last segment of a key or path without a trailing slash. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Compares UTF-8 bytes, as S3 sorts keys. JavaScript's order of UTF-16 units differs beyond U+FFFF. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
