import type { TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { client } from '#shared/api/client.ts';
import {
  createShareQueries,
  type ListFilter,
  NEWEST,
  narrowed,
} from '#shared/shares/share-queries.ts';

type View = Awaited<ReturnType<typeof client.textShares.view>>;
export type OwnTextShare = Awaited<ReturnType<typeof client.textShares.get>>;
export type TextShareRow = Awaited<ReturnType<typeof client.textShares.list>>['data'][number];
export type TextShareContent = Extract<View, { content: string }>;
type TextListFilter = ListFilter<(typeof TEXT_SHARE_SORTS)[number]>;

/** Number of recent texts that are listed. */
const RECENT_TEXTS = 5;

export const textShareQueries = createShareQueries({
  name: 'text-shares',
  permission: 'text',
  store: 'pastes',
  keepsOwn: true,
  mayKeep(share: View | OwnTextShare) {
    const { hasPassword, maxViews } = 'hasPassword' in share ? share : openedByOwner(share);
    return !hasPassword && maxViews === null;
  },
  calls: () => client.textShares,
  factsOf: (summary) => summary,
  contentOf,
  async page(filter: TextListFilter, signal) {
    const query = { page: filter.page, limit: filter.pageSize, ...narrowed(filter) };
    const { data: rows, pagination } = await client.textShares.list({ query }, { signal });
    return { rows, total: pagination.total };
  },
});

/** The text of a response. It is missing if the share has got a password since its metadata was read. */
function contentOf(view: View): TextShareContent {
  if ('content' in view) return view;
  throw new Error('The share asks for a password now');
}

/** Converts the owner's response, which costs no view, to the share that the page shows. */
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

/** The user's newest texts. */
export const recentTextSharesOptions = () =>
  textShareQueries.list({ ...NEWEST, pageSize: RECENT_TEXTS });

type TitledText = Pick<
  TextShareRow,
  'slug' | 'remark' | 'has_password' | 'max_views' | 'content_preview'
>;

/** Title of a text, or its first line. Secret texts have their slug, because others may see the screen. */
export function titleOf({ slug, remark, has_password, max_views, content_preview }: TitledText) {
  const isSecret = has_password || max_views !== null;
  return remark || (!isSecret && content_preview.split('\n')[0]) || slug;
}
