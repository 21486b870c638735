/** A part of a bucket that one may search. */
export interface SearchRegion {
  readonly configId: string;
  /** Prefix of the keys: '' for all, else with a slash at its end. */
  readonly prefix: string;
  /** Keys without slashes at their ends; they and what lies below is shown elsewhere, or nowhere. */
  readonly hidden: readonly string[];
}

export function isInRegion({ prefix, hidden }: SearchRegion, key: string): boolean {
  return (
    key.startsWith(prefix) && !hidden.some((path) => key === path || key.startsWith(`${path}/`))
  );
}
