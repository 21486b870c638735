import type { UPLOAD_REQUEST_SORTS } from '@satchel/api-client/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import {
  createListOptions,
  type ListFilter,
  offsetQuery,
  ownKeyOf,
  type PageFilter,
} from '#shared/shares/share-queries.ts';

type RequestState = 'active' | 'expired' | 'protected';

const GRANT_RENEWAL_MS = 30 * 60_000;

const OWN = ownKeyOf('upload-requests');

/** Query keys of the owner. The end of the session removes them. */
export const requestKeys = {
  own: OWN,
  lists: [...OWN, 'list'],
  deliveries: (id: string) => [...OWN, 'deliveries', id],
};

/** A page of the own upload requests. */
export const requestQueries = {
  name: 'upload-requests',
  list: createListOptions(
    requestKeys.lists,
    async (filter: PageFilter<(typeof UPLOAD_REQUEST_SORTS)[number], RequestState>, signal) => {
      const { data } = await client.uploadRequests.list({ query: offsetQuery(filter) }, { signal });
      return { rows: data.requests, total: data.pagination.total };
    },
  ),
} as const;

/** An own upload request. */
export function ownRequestOptions(id: string) {
  return queryOptions({
    queryKey: [...requestKeys.own, 'request', id],
    queryFn: ({ signal }) => client.uploadRequests.get({ params: { id } }, { signal }),
  });
}

/** A page of the deliveries into an own request, newest first. */
export function deliveryListOptions(
  id: string,
  { page, pageSize }: Pick<ListFilter<never>, 'page' | 'pageSize'>,
) {
  return queryOptions({
    queryKey: [...requestKeys.deliveries(id), { page, pageSize }],
    queryFn: async ({ signal }) => {
      const query = { limit: pageSize, offset: (page - 1) * pageSize };
      const found = await client.uploadRequests.deliveries({ params: { id }, query }, { signal });
      return { rows: found.deliveries, total: found.pagination.total };
    },
    placeholderData: keepPreviousData,
    // Always refetched, because users open the page to see what has arrived.
    staleTime: 0,
    // The grants in the rows are valid for an hour.
    refetchInterval: GRANT_RENEWAL_MS,
  });
}

/** The bundle that was made of a delivery. */
export function deliveryBundleOptions(bundleId: string) {
  return queryOptions({
    queryKey: ['private', 'bundles', 'share', bundleId],
    queryFn: ({ signal }) => client.bundles.get({ params: { id: bundleId } }, { signal }),
  });
}
