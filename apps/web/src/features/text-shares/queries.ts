import type { SHARE_STATES, TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { ONCE_A_VISIT } from '#shared/shares/once-a-visit.ts';

export interface ListFilter {
  page: number;
  pageSize: number;
  /** Search words; empty for all. */
  words: string;
  sort: (typeof TEXT_SHARE_SORTS)[number];
  order: 'asc' | 'desc';
  state: (typeof SHARE_STATES)[number] | undefined;
}

/** Keys of this feature's queries. Those below `private` are removed when the session ends. */
export const textShareKeys = {
  visited: ['text-shares'],
  summary: (slug: string) => [...textShareKeys.visited, slug, 'summary'],
  content: (slug: string) => [...textShareKeys.visited, slug, 'content'],
  own: ['private', 'text-shares'],
  ownShare: (idOrSlug: string) => [...textShareKeys.own, 'share', idOrSlug],
  lists: ['private', 'text-shares', 'list'],
  list: (filter: ListFilter) => [...textShareKeys.lists, filter],
} as const;

export type TextShareRow = Awaited<ReturnType<typeof client.textShares.list>>['data'][number];

/** How many of the newest are shown for a glance. */
const RECENT_TEXTS = 5;

/** The browser never stores shares with a password or a view limit. */
const mayKeep = (share: { hasPassword: boolean; maxViews: number | null }) =>
  !share.hasPassword && share.maxViews === null;

/** Metadata of a share, which costs no view (CONTRACT A3). */
export function textShareSummaryOptions(slug: string) {
  return queryOptions({
    queryKey: textShareKeys.summary(slug),
    meta: { keep: { store: 'pastes', key: slug, part: 'summary', mayKeep } },
    queryFn: ({ signal }) =>
      client.textShares.view({ params: { slug }, query: { peek: true } }, { signal }),
    ...ONCE_A_VISIT,
  });
}

/** Fetches the text. That costs a view, so it is done only when the visitor asks for it. */
export function textShareContentOptions(slug: string) {
  return queryOptions({
    queryKey: textShareKeys.content(slug),
    meta: { keep: { store: 'pastes', key: slug, part: 'content', mayKeep } },
    queryFn: () => client.textShares.view({ params: { slug } }).then(contentOf),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
}

type View = Awaited<ReturnType<typeof client.textShares.view>>;
export type TextShareContent = Extract<View, { content: string }>;

/** The text of a reply. It is missing if the share has got a password since its metadata was read. */
function contentOf(view: View): TextShareContent {
  if ('content' in view) return view;
  throw new Error('The share asks for a password now');
}

/** The whole share for its owner, which costs no view. */
export function ownTextShareOptions(idOrSlug: string) {
  return queryOptions({
    queryKey: textShareKeys.ownShare(idOrSlug),
    meta: {
      keep: {
        store: 'pastes',
        key: idOrSlug,
        part: 'own',
        mayKeep: (own: OwnTextShare) => mayKeep(openedByOwner(own)),
      },
    },
    queryFn: ({ signal }) => client.textShares.get({ params: { id: idOrSlug } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export type CreatedTextShare = Awaited<ReturnType<typeof client.textShares.create>>;
type OwnTextShare = Awaited<ReturnType<typeof client.textShares.get>>;

/** A share as its page shows it, from what its owner was told without spending a view. */
export function openedByOwner(own: OwnTextShare): Omit<TextShareContent, 'updatedAt'> {
  const { expires_at, max_views, created_at, has_password, ...same } = own;
  return {
    ...same,
    expiresAt: expires_at,
    maxViews: max_views,
    createdAt: created_at,
    hasPassword: has_password,
    isLastView: false,
  };
}

export function textShareListOptions(list: ListFilter) {
  const { page, pageSize, words, sort, order, state } = list;
  return queryOptions({
    queryKey: textShareKeys.list({ page, pageSize, words, sort, order, state }),
    queryFn: ({ signal }) =>
      client.textShares.list({ query: { page, limit: pageSize, ...narrowed(list) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function narrowed({ words, sort, order, state }: ListFilter) {
  return { sort, order, ...(words && { search: words }), ...(state && { state }) };
}

/** The newest, for a glance. */
export function recentTextSharesOptions() {
  return textShareListOptions({
    page: 1,
    pageSize: RECENT_TEXTS,
    words: '',
    sort: 'created',
    order: 'desc',
    state: undefined,
  });
}

/** Every share of a list, on all of its pages. */
export async function fetchAllTextShares(
  list: ListFilter,
  signal: AbortSignal,
): Promise<readonly TextShareRow[]> {
  const rows: TextShareRow[] = [];
  for await (const row of client.textShares.all({ limit: 1000, ...narrowed(list) }, { signal })) {
    rows.push(row);
  }
  return rows;
}
