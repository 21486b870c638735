import type { BUNDLE_SORTS, BUNDLE_STATES } from '@satchel/api-client/contract/limits';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import {
  createShareQueries,
  factsOfSummary,
  type ListFilter,
  offsetQuery,
} from '#shared/shares/share-queries.ts';
import { type BundleSearch, shownFolder } from './bundle-search.ts';

export type VisitedBundle = Awaited<ReturnType<typeof client.bundles.view>>;
export type OpenedBundle = VisitedBundle & { readonly grant: string };
export type OwnBundle = Awaited<ReturnType<typeof client.bundles.get>>;
export type BundleRow = Awaited<ReturnType<typeof client.bundles.list>>['data']['bundles'][number];
export type BundleItem = Awaited<ReturnType<typeof client.bundles.items>>['items'][number];

/** Announced files that one request returns; the figures of the summary count all of them. */
const COMING_ITEMS = 1000;

type BundleListFilter = ListFilter<(typeof BUNDLE_SORTS)[number], (typeof BUNDLE_STATES)[number]>;

export const bundleQueries = createShareQueries({
  name: 'bundles',
  permission: 'file_share',
  keepsOwn: false,
  // Never stored, because its files are not either.
  mayKeep: () => false,
  calls: () => client.bundles,
  factsOf: factsOfSummary,
  contentOf: openedOf,
  async page(filter: BundleListFilter, signal) {
    const { data } = await client.bundles.list({ query: offsetQuery(filter) }, { signal });
    return { rows: data.bundles, total: data.pagination.total };
  },
});

/** The bundle of a response. It has no grant if the bundle has got a password since its metadata was read. */
export function openedOf(bundle: VisitedBundle): OpenedBundle {
  if (bundle.grant !== undefined) return { ...bundle, grant: bundle.grant };
  throw new Error('The bundle asks for a password now');
}

export const bundleKeys = {
  ...bundleQueries.keys,
  items: (slug: string) => [...bundleQueries.keys.visited, slug, 'items'],
  live: (slug: string) => [...bundleQueries.keys.visited, slug, 'live'],
  coming: (slug: string) => [...bundleQueries.keys.visited, slug, 'coming'],
  file: (slug: string, path: string) => [...bundleQueries.keys.visited, slug, 'file', path],
};

/** A folder of a bundle, one page per request; '' is the top. */
export function itemsOptions({ slug, grant }: OpenedBundle, path: string) {
  return infiniteQueryOptions({
    queryKey: [...bundleKeys.items(slug), path],
    queryFn: ({ pageParam, signal }) => {
      const query = { grant, ...(path && { path }), ...(pageParam && { cursor: pageParam }) };
      return client.bundles.items({ params: { slug }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** Loads what a bundle's page shows first, up to the first items, as `createShareQueries` explains. */
export async function loadBundle(
  queryClient: QueryClient,
  slug: string,
  cause: Parameters<typeof bundleQueries.load>[2],
  search: BundleSearch,
): Promise<void> {
  const opened = await bundleQueries.load(queryClient, slug, cause);
  if (opened) await queryClient.prefetchInfiniteQuery(itemsOptions(opened, shownFolder(search)));
}

/** Newest metadata of an opened bundle. The grant reads it after the last visit, too, and costs nothing. */
export function liveOptions(opened: OpenedBundle) {
  const { slug, grant } = opened;
  return queryOptions({
    queryKey: [...bundleKeys.live(slug), grant],
    queryFn: ({ signal }) =>
      client.bundles.view({ params: { slug }, query: { peek: true, grant } }, { signal }),
    initialData: opened as VisitedBundle,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Files that were announced and are not stored yet. */
export function comingOptions({ slug, grant }: OpenedBundle) {
  return queryOptions({
    queryKey: bundleKeys.coming(slug),
    queryFn: async ({ signal }) => {
      const query = { grant, coming: true, limit: COMING_ITEMS };
      return (await client.bundles.items({ params: { slug }, query }, { signal })).items;
    },
  });
}
