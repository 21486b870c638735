import {
  type FILE_SHARE_SORTS,
  SETTING_GROUPS,
  type SHARE_STATES,
} from '@satchel/api-client/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { ONCE_A_VISIT } from '#shared/shares/once-a-visit.ts';

/** Every key of this feature. What begins with `private` is forgotten when the session ends. */
export const fileShareKeys = {
  visited: ['file-shares'],
  summary: (slug: string) => [...fileShareKeys.visited, slug, 'summary'],
  access: (slug: string) => [...fileShareKeys.visited, slug, 'access'],
  own: ['private', 'file-shares'],
  ownShare: (id: string) => [...fileShareKeys.own, 'share', id],
  lists: ['private', 'file-shares', 'list'],
  list: (filter: ListFilter) => [...fileShareKeys.lists, filter],
  uploadLimits: ['upload-limits'],
  storageChoices: ['private', 'file-shares', 'storages'],
} as const;

export type FileShareRow = Awaited<
  ReturnType<typeof client.fileShares.list>
>['data']['files'][number];
export type OwnFileShare = Awaited<ReturnType<typeof client.fileShares.get>>;
export type PublicFileShare = Awaited<ReturnType<typeof client.fileShares.view>>;

/** The largest upload in MB while the server's setting is not known (SPEC 9). */
const DEFAULT_MAX_UPLOAD_MEGABYTES = 100;
/** Rows of the list of files that are fetched at once (SPEC 9). */
const RECENT_UPLOADS = 3;

export interface ListFilter {
  page: number;
  pageSize: number;
  /** Search words; empty for all. */
  words: string;
  sort: (typeof FILE_SHARE_SORTS)[number];
  order: 'asc' | 'desc';
  state: (typeof SHARE_STATES)[number] | undefined;
}

/** The browser never stores shares with a password or a view limit. */
const mayKeep = (share: { has_password: boolean; max_views: number | null }) =>
  !share.has_password && share.max_views === null;

/** Metadata of a file, which costs no view (CONTRACT A3). */
export function fileShareSummaryOptions(slug: string) {
  return queryOptions({
    queryKey: fileShareKeys.summary(slug),
    meta: { keep: { store: 'files', key: slug, part: 'summary', mayKeep } },
    queryFn: ({ signal }) =>
      client.fileShares.view({ params: { slug }, query: { peek: true } }, { signal }),
    ...ONCE_A_VISIT,
  });
}

/** Fetches the URLs of a file. That costs a view, so it is done only when the visitor asks for it. */
export function fileShareAccessOptions(slug: string) {
  return queryOptions({
    queryKey: fileShareKeys.access(slug),
    meta: { keep: { store: 'files', key: slug, part: 'access', mayKeep } },
    queryFn: () => client.fileShares.view({ params: { slug } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
}

export function ownFileShareOptions(id: string) {
  return queryOptions({
    queryKey: fileShareKeys.ownShare(id),
    queryFn: ({ signal }) => client.fileShares.get({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function fileShareListOptions(list: ListFilter) {
  const { page, pageSize, words, sort, order, state } = list;
  return queryOptions({
    queryKey: fileShareKeys.list({ page, pageSize, words, sort, order, state }),
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, offset: (page - 1) * pageSize, ...narrowed(list) };
      return client.fileShares.list({ query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

function narrowed({ words, sort, order, state }: ListFilter) {
  return { sort, order, ...(words && { search: words }), ...(state && { state }) };
}

/** Every share of a list, on all of its pages. */
export async function fetchAllFileShares(
  list: ListFilter,
  signal: AbortSignal,
): Promise<readonly FileShareRow[]> {
  const rows: FileShareRow[] = [];
  for await (const row of client.fileShares.all({ limit: 1000, ...narrowed(list) }, { signal })) {
    rows.push(row);
  }
  return rows;
}

export function recentUploadsOptions() {
  return fileShareListOptions({
    page: 1,
    pageSize: RECENT_UPLOADS,
    words: '',
    sort: 'created',
    order: 'desc',
    state: undefined,
  });
}

/** The settings that the upload form needs. */
export function uploadLimitsOptions() {
  return queryOptions({
    queryKey: fileShareKeys.uploadLimits,
    queryFn: async ({ signal }) => {
      const [limit, settings] = await Promise.all([
        client.system.maxUploadSize({}, { signal }).catch(() => null),
        client.settings
          .list({ query: { group: SETTING_GROUPS.global, metadata: 'false' } }, { signal })
          .catch(() => []),
      ]);
      const rows = Array.isArray(settings) ? settings : [];
      return {
        maxBytes: (limit?.max_upload_size ?? DEFAULT_MAX_UPLOAD_MEGABYTES) * 1024 * 1024,
        usesProxy: rows.find(({ key }) => key === 'default_use_proxy')?.value === 'true',
      };
    },
    staleTime: 60_000,
  });
}

/** The storages that an upload may go to; a key sees those that are public. */
export function storageChoicesOptions() {
  return queryOptions({
    queryKey: fileShareKeys.storageChoices,
    queryFn: ({ signal }) => client.storageConfigs.list({}, { signal }),
    staleTime: 60_000,
  });
}
