/**
 * Whether a path leads to a page of this app. URL parsers skip tabs and treat backslashes as slashes, so
 * `//host`, `/\\host` and `/\t/host` lead to other sites.
 */
export function isPathHere(path: string): boolean {
  const { origin } = window.location;
  return (
    path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
  );
}
