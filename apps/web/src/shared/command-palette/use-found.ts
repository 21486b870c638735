import { can, type PermissionFlagName } from '@satchel/api-client/permissions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePrincipal } from '#shared/session/use-session.ts';

/**
 * Searches for the palette. Keeps the previous result while the next one loads.
 *
 * @param kind what is searched, for the key of the query
 * @param permission required for the search; without it nothing is requested
 * @param words '' for no search
 */
export function useFound<Found>(
  kind: 'texts' | 'files' | 'bundles' | 'requests' | 'entries',
  permission: PermissionFlagName,
  words: string,
  search: (words: string, options: { signal: AbortSignal }) => Promise<Found>,
): { found: Found | undefined; isLoading: boolean } {
  const isSearch = words !== '';
  const query = useQuery({
    queryKey: ['private', 'palette', kind, words],
    queryFn: ({ signal }) => search(words, { signal }),
    enabled: can(usePrincipal(), permission) && isSearch,
    placeholderData: keepPreviousData,
  });
  return {
    found: isSearch ? query.data : undefined,
    isLoading: isSearch && query.isFetching,
  };
}
