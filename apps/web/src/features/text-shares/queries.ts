import { getTextShare, listTextShares } from '@satchel/api-client/contract/text-shares';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { takeTextShareContent, takeTextShareSummary } from './share-ahead.ts';

export type TextShareRow = Awaited<ReturnType<typeof fetchTextShares>>['data'][number];

export interface ListFilter {
  page: number;
  pageSize: number;
  search: string;
}

/** Metadata of a share, which costs no view (CONTRACT A3). */
export function textShareSummaryOptions(slug: string) {
  return queryOptions({
    queryKey: ['text-shares', slug, 'summary'],
    queryFn: ({ signal }) => takeTextShareSummary(slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches the text. That costs a view, so it is done only when the visitor asks for it. */
export function textShareContentOptions(slug: string) {
  return queryOptions({
    queryKey: ['text-shares', slug, 'content'],
    queryFn: () => takeTextShareContent(slug).then(contentOf),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
}

type View = Awaited<ReturnType<typeof takeTextShareContent>>;
export type TextShareContent = Extract<View, { content: string }>;

/** The text of a reply. It is missing if the share has got a password since its metadata was read. */
function contentOf(view: View): TextShareContent {
  if ('content' in view) return view;
  throw new Error('The share asks for a password now');
}

/** The whole share for its owner, which costs no view. */
export function ownTextShareOptions(idOrSlug: string) {
  return queryOptions({
    queryKey: ['private', 'text-shares', idOrSlug],
    queryFn: ({ signal }) => api.call(getTextShare, { params: { id: idOrSlug } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function textShareListOptions(filter: ListFilter) {
  return queryOptions({
    queryKey: ['private', 'text-shares', 'list', filter],
    queryFn: ({ signal }) => fetchTextShares(filter, signal),
    placeholderData: keepPreviousData,
  });
}

function fetchTextShares({ page, pageSize, search }: ListFilter, signal?: AbortSignal) {
  return api.call(
    listTextShares,
    { query: { page, limit: pageSize, ...(search ? { search } : {}) } },
    { signal },
  );
}
