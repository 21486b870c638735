import type { SearchMatch } from '@satchel/api-client/contract/search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { compareNames } from '#shared/format/compare-names.ts';
import { directoryPath } from '../entry-path.ts';
import type { SearchScope } from '../explorer-search.ts';
import { type Entry, explorerKeys } from '../queries.ts';

/** Minimum length of a search (SPEC 5). */
export const SEARCH_MIN_LENGTH = 2;
const PAGE_RESULTS = 100;

export interface FileSearch {
  readonly q: string;
  readonly scope: SearchScope;
  readonly path: string;
  readonly mountId: string | undefined;
}

/** Files whose names contain the search words, best match first. */
export function fileSearchOptions({ q, scope, path, mountId }: FileSearch) {
  const place = {
    ...(scope === 'directory' && { path: directoryPath(path) }),
    ...(scope === 'mount' && mountId !== undefined && { mount_id: mountId }),
  };
  return infiniteQueryOptions({
    queryKey: [...explorerKeys.all, 'search', q, scope, place],
    queryFn: ({ pageParam, signal }) =>
      client.fs.search(
        { query: { q, scope, limit: PAGE_RESULTS, offset: pageParam, ...place } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ results, hasMore }, _, offset) =>
      hasMore && results.length > 0 ? offset + results.length : undefined,
  });
}

/** Converts a search result to an entry, for icons and previews. */
export function entryOfMatch({ name, path, size, modified, mount_id }: SearchMatch): Entry {
  return {
    ...{ name, path, size, modified, mount_id },
    isDirectory: false,
    isVirtual: false,
    type: 0,
    typeName: 'unknown',
  };
}

/** Sorts a page of results: exact names first, then those that begin with the words, each by name. */
export function sortMatches(words: string, page: readonly Entry[]): readonly Entry[] {
  const wanted = words.trim().toLocaleLowerCase();
  const rankOf = ({ name }: Entry) => {
    const lower = name.toLocaleLowerCase();
    if (lower === wanted) return 0;
    return lower.startsWith(wanted) ? 1 : 2;
  };
  return page.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(a.name, b.name));
}
