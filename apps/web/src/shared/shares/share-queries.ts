import type { SHARE_STATES } from '@satchel/api-client/contract/limits';
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

/** Maximum time from a page's loader to its first render, in milliseconds. */
const LOADED_BEFORE_MS = 2000;

/**
 * Filter, order and page of a list of shares.
 *
 * @typeParam State states beyond those of all shares
 */
export interface ListFilter<Sort extends string, State extends string = never> {
  page: number;
  pageSize: number;
  /** Search words; '' for all. */
  words: string;
  sort: Sort;
  order: 'asc' | 'desc';
  state: (typeof SHARE_STATES)[number] | State | undefined;
}

/** First page of a list, newest first and unfiltered. */
export const NEWEST = {
  page: 1,
  words: '',
  sort: 'created',
  order: 'desc',
  state: undefined,
} as const;

/** Query parameters of a filter without the page, as the lists of all kinds of links accept them. */
export function narrowed<Sort extends string, State extends string>({
  words,
  sort,
  order,
  state,
}: NarrowFilter<Sort, State>) {
  return { sort, order, ...(words && { search: words }), ...(state && { state }) };
}

/** Filter and order of a list, without its page. */
type NarrowFilter<Sort extends string, State extends string> = Pick<
  ListFilter<Sort>,
  'words' | 'sort' | 'order'
> & { readonly state: State | undefined };

/** Filter, order and page of a list. */
export type PageFilter<Sort extends string, State extends string> = NarrowFilter<Sort, State> &
  Pick<ListFilter<Sort>, 'page' | 'pageSize'>;

/** Query of one page of a list that counts rows instead of pages. */
export function offsetQuery<Sort extends string, State extends string>(
  filter: PageFilter<Sort, State>,
) {
  const { page, pageSize } = filter;
  return { limit: pageSize, offset: (page - 1) * pageSize, ...narrowed(filter) };
}

/** Rows of a list from all of its pages, each converted by `rowOf`. */
export function fetchAllRows<Wire, Row, Sort extends string, State extends string>(
  all: (
    query: ReturnType<typeof narrowed<Sort, State>> & { limit: number },
    options: { signal: AbortSignal },
  ) => AsyncGenerator<Wire, void, undefined>,
  filter: NarrowFilter<Sort, State>,
  rowOf: (row: Wire) => Row,
  signal: AbortSignal,
): Promise<Row[]> {
  return Array.fromAsync(all({ limit: 1000, ...narrowed(filter) }, { signal }), rowOf);
}

/** One page of a list; `total` is the number of rows on all pages. */
export interface RowsPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Options of the query of one page of own links, by the filter of its list. */
export function createListOptions<Row, Sort extends string, State extends string>(
  lists: QueryKey,
  fetchPage: (filter: PageFilter<Sort, State>, signal: AbortSignal) => Promise<RowsPage<Row>>,
) {
  return ({ page, pageSize, words, sort, order, state }: PageFilter<Sort, State>) => {
    const filter = { page, pageSize, words, sort, order, state };
    const queryKey: QueryKey = [...lists, filter];
    return queryOptions({
      queryKey,
      queryFn: ({ signal }) => fetchPage(filter, signal),
      placeholderData: keepPreviousData,
    });
  };
}

export type ShareName = 'text-shares' | 'file-shares' | 'bundles' | 'upload-requests';

/** First parts of the keys of all queries about own shares of one kind. */
export const ownKeyOf = (name: ShareName) => ['private', name];

/** Metadata that decides how a share opens. */
export interface ShareFacts {
  hasPassword: boolean;
  views: number;
  maxViews: number | null;
}

/** Facts of a summary with the names of the wire. */
export const factsOfSummary = (summary: {
  has_password: boolean;
  views: number;
  max_views: number | null;
}): ShareFacts => ({
  hasPassword: summary.has_password,
  views: summary.views,
  maxViews: summary.max_views,
});

/** Whether a visit opens a share at once, without a password and without using up a limit. */
export const opensAtOnce = ({ hasPassword, maxViews }: ShareFacts): boolean =>
  !hasPassword && !maxViews;

export interface ShareReads<Summary, Content, Own, Row, Sort extends string, State extends string> {
  /** First part of the query keys, and namespace of the texts. */
  name: ShareName;
  /** Permission that owners of such shares have. */
  permission: 'text' | 'file_share';
  /** Store of the responses that are cached for offline use; absent if none are. */
  store?: 'pastes' | 'files';
  /** False for shares with a password or a view limit, which the browser never stores. */
  mayKeep: (share: never) => boolean;
  /** Whether the owner's response is cached, too. */
  keepsOwn: boolean;
  calls: () => {
    /** Costs a view, unless it only peeks. */
    view(
      input: { params: { slug: string }; query?: { peek: true } },
      options?: { signal: AbortSignal },
    ): Promise<Summary>;
    get(input: { params: { id: string } }, options: { signal: AbortSignal }): Promise<Own>;
  };
  factsOf: (summary: Summary) => ShareFacts;
  /** Content of a response. It throws if the share has got a password since its metadata was read. */
  contentOf: (view: Summary) => Content;
  page: (filter: ListFilter<Sort, State>, signal: AbortSignal) => Promise<RowsPage<Row>>;
}

/** Queries for the shares of one kind. */
export function createShareQueries<
  Summary,
  Content,
  Own,
  Row,
  Sort extends string,
  State extends string = never,
>(reads: ShareReads<Summary, Content, Own, Row, Sort, State>) {
  const { name, store, mayKeep } = reads;
  /** The end of the session removes keys below `private`. */
  const own = ownKeyOf(name);
  const keys = { visited: [name], own, lists: [...own, 'list'] };
  const keep = (key: string, part: string) =>
    store ? { keep: { store, key, part, mayKeep } } : {};

  /**
   * Metadata of a share, which costs no view (CONTRACT A3). Each visit requests it again, because the share
   * may have ended. `staleTime` covers the time between loader and render, so that a visit requests it only
   * once.
   */
  const summary = (slug: string) =>
    queryOptions({
      queryKey: [...keys.visited, slug, 'summary'],
      meta: keep(slug, 'summary'),
      queryFn: ({ signal }) =>
        reads.calls().view({ params: { slug }, query: { peek: true } }, { signal }),
      staleTime: LOADED_BEFORE_MS,
      gcTime: LOADED_BEFORE_MS,
    });

  /** Content of a share. Fetching it costs a view, so it is fetched only when the visitor asks for it. */
  const content = (slug: string) =>
    queryOptions({
      queryKey: [...keys.visited, slug, 'content'],
      meta: keep(slug, 'content'),
      queryFn: () => reads.calls().view({ params: { slug } }).then(reads.contentOf),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
    });

  return {
    name,
    permission: reads.permission,
    keys,
    factsOf: reads.factsOf,
    summary,
    content,

    /**
     * Loads what the page of a link shows first, while its code loads. The page reads errors from the queries.
     *
     * @param cause of the loader; only a page that is entered uses up a view
     * @returns the content, if the share opens at once
     */
    async load(
      queryClient: QueryClient,
      slug: string,
      cause: 'enter' | 'preload' | 'stay',
    ): Promise<Content | undefined> {
      const known = await queryClient.fetchQuery(summary(slug)).catch(() => undefined);
      if (cause !== 'enter' || !known || !opensAtOnce(reads.factsOf(known))) return undefined;
      return queryClient.fetchQuery(content(slug)).catch(() => undefined);
    },

    /** The whole share for its owner, which costs no view. */
    own: (idOrSlug: string) =>
      queryOptions({
        queryKey: [...keys.own, 'share', idOrSlug],
        meta: reads.keepsOwn ? keep(idOrSlug, 'own') : {},
        queryFn: ({ signal }) => reads.calls().get({ params: { id: idOrSlug } }, { signal }),
        staleTime: 0,
        gcTime: 0,
      }),

    list: createListOptions(keys.lists, reads.page),
  };
}

/**
 * Mutation of an own share.
 *
 * @param keys of `createShareQueries`
 * @param update resolves to undefined if the change waits for the network
 */
export function useShareUpdate<Update, Updated>(
  keys: { readonly visited: QueryKey; readonly own: QueryKey },
  update: (update: Update) => Promise<Updated>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: update,
    onSuccess(updated) {
      if (updated === undefined) return undefined;
      // Does not refetch active queries, because that would cost a view; the page refetches them itself.
      queryClient.removeQueries({ queryKey: keys.visited, type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: keys.own });
    },
  });
}
