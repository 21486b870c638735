import { FILTER_KINDS, type FilterKind } from './listing/filter-entries.ts';

export const SEARCH_SCOPES = ['directory', 'mount', 'global'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

/** Search parameters of the explorer's address. */
export interface ExplorerSearch {
  /** The name of the file that is shown over the list. */
  preview?: string;
  /** Search words; results then replace the list. */
  q?: string;
  /** Scope of the search; default the directory and everything below it. */
  scope?: SearchScope;
  /** Part of the name that shown entries contain. */
  filter?: string;
  /** Kind of entries that are shown. */
  kind?: FilterKind;
}

/** Reads search parameters, and drops invalid ones. */
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
