export const SEARCH_SCOPES = ['directory', 'mount', 'global'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

/** What the address says beside the directory. */
export interface ExplorerSearch {
  /** The name of the file that is shown over the list. */
  preview?: string;
  /** What is searched for, in the place of the list. */
  q?: string;
  /** Where; in the directory and below it by default. */
  scope?: SearchScope;
}

/** Reads search parameters, whatever somebody has written there. */
export function explorerSearchOf({ preview, q, scope }: Record<string, unknown>): ExplorerSearch {
  const chosen = SEARCH_SCOPES.find((each) => each === scope);
  return {
    ...(textOf(preview) && { preview: textOf(preview) }),
    ...(textOf(q) && { q: textOf(q) }),
    ...(chosen && chosen !== 'directory' && { scope: chosen }),
  };
}

/** The router reads `?q=2024` as a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
