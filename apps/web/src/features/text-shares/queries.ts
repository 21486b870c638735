import type { TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { client } from '#shared/api/client.ts';
import {
  createShareQueries,
  type ListFilter,
  NEWEST,
  narrowed,
} from '#shared/shares/share-queries.ts';

type View = Awaited<ReturnType<typeof client.textShares.view>>;
type OwnTextShare = Awaited<ReturnType<typeof client.textShares.get>>;
export type TextShareRow = Awaited<ReturnType<typeof client.textShares.list>>['data'][number];
export type TextShareContent = Extract<View, { content: string }>;
type TextListFilter = ListFilter<(typeof TEXT_SHARE_SORTS)[number]>;

/** How many of the newest are shown for a glance. */
const RECENT_TEXTS = 5;

export const textShareQueries = createShareQueries({
  name: 'text-shares',
  store: 'pastes',
  keepsOwn: true,
  mayKeep(share: View | OwnTextShare) {
    const { hasPassword, maxViews } = 'hasPassword' in share ? share : openedByOwner(share);
    return !hasPassword && maxViews === null;
  },
  summary: (slug, signal) =>
    client.textShares.view({ params: { slug }, query: { peek: true } }, { signal }),
  content: (slug) => client.textShares.view({ params: { slug } }).then(contentOf),
  own: (id, signal) => client.textShares.get({ params: { id } }, { signal }),
  page: (filter: TextListFilter, signal) => {
    const query = { page: filter.page, limit: filter.pageSize, ...narrowed(filter) };
    return client.textShares.list({ query }, { signal });
  },
});

/** The text of a reply. It is missing if the share has got a password since its metadata was read. */
function contentOf(view: View): TextShareContent {
  if ('content' in view) return view;
  throw new Error('The share asks for a password now');
}

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

/** The newest, for a glance. */
export const recentTextSharesOptions = () =>
  textShareQueries.list({ ...NEWEST, pageSize: RECENT_TEXTS });

/** Every share of a list, on all of its pages. */
export function fetchAllTextShares(list: TextListFilter, signal: AbortSignal) {
  return Array.fromAsync(client.textShares.all({ limit: 1000, ...narrowed(list) }, { signal }));
}
