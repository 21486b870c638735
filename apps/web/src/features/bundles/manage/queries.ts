import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { bundleKeys } from '../queries.ts';

/** A folder of an own bundle, one page per request; '' is the top. Costs no visit. */
export function ownItemsOptions(id: string, path: string) {
  return infiniteQueryOptions({
    queryKey: [...bundleKeys.own, 'items', id, path],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(path && { path }), ...(pageParam && { cursor: pageParam }) };
      return client.bundles.listItems({ params: { id }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** Own file shares that match the words, newest first. */
export function addableSharesOptions(words: string) {
  return queryOptions({
    queryKey: [...bundleKeys.own, 'addable', words],
    queryFn: async ({ signal }) => {
      const query = { limit: 50, offset: 0, ...(words && { search: words }) };
      return (await client.fileShares.list({ query }, { signal })).data.files;
    },
    placeholderData: keepPreviousData,
  });
}
