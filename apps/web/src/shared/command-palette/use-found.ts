import { can, type PermissionFlagName } from '@satchel/api-client/permissions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePrincipal } from '#shared/session/use-session.ts';

/**
 * Finds something for the palette; the last result stays while the next one loads.
 *
 * @param permission without which nothing is searched
 * @param words empty where nothing is searched for
 */
export function useFound<Found>(
  permission: PermissionFlagName,
  words: string,
  search: (words: string, options: { signal: AbortSignal }) => Promise<Found>,
): { found: Found | undefined; isLoading: boolean } {
  const isSearch = words !== '';
  const query = useQuery({
    queryKey: ['private', 'palette', permission, words],
    queryFn: ({ signal }) => search(words, { signal }),
    enabled: can(usePrincipal(), permission) && isSearch,
    placeholderData: keepPreviousData,
  });
  return {
    found: isSearch ? query.data : undefined,
    isLoading: isSearch && query.isFetching,
  };
}
