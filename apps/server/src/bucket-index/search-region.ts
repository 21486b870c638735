/** Part of a bucket to search. */
export interface SearchRegion {
  readonly configId: string;
  /** Prefix of the keys: '' for all, else with a trailing slash. */
  readonly prefix: string;
  /** Keys without trailing slashes that the search skips, with everything below them. */
  readonly hidden: readonly string[];
}

export function isInRegion({ prefix, hidden }: SearchRegion, key: string): boolean {
  return (
    key.startsWith(prefix) && !hidden.some((path) => key === path || key.startsWith(`${path}/`))
  );
}
