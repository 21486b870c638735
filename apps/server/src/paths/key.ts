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
