import { FILTER_KINDS, type FilterKind } from './listing/filter-entries.ts';

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
  /** What the names in the list contain. */
  filter?: string;
  /** What the list is narrowed to. */
  kind?: FilterKind;
}

/** Reads search parameters, whatever somebody has written there. */
export function explorerSearchOf(raw: Record<string, unknown>): ExplorerSearch {
  const { preview, q, scope, filter } = raw;
  const chosen = SEARCH_SCOPES.find((each) => each === scope);
  const kind = FILTER_KINDS.find((each) => each === raw.kind);
  return {
    ...(textOf(preview) && { preview: textOf(preview) }),
    ...(textOf(q) && { q: textOf(q) }),
    ...(chosen && chosen !== 'directory' && { scope: chosen }),
    ...(textOf(filter) && { filter: textOf(filter) }),
    ...(kind && { kind }),
  };
}

/** The router reads `?q=2024` as a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
