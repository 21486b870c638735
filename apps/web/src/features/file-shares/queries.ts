import {
  DEFAULT_MAX_UPLOAD_MEGABYTES,
  type FILE_SHARE_SORTS,
  SETTING_GROUPS,
} from '@satchel/api-client/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import {
  createShareQueries,
  factsOfSummary,
  type ListFilter,
  offsetQuery,
} from '#shared/shares/share-queries.ts';

export type FileShareRow = Awaited<
  ReturnType<typeof client.fileShares.list>
>['data']['files'][number];
export type OwnFileShare = Awaited<ReturnType<typeof client.fileShares.get>>;
export type PublicFileShare = Awaited<ReturnType<typeof client.fileShares.view>>;
type FileListFilter = ListFilter<(typeof FILE_SHARE_SORTS)[number]>;

/** Number of recent files that are listed (SPEC 9). */
const RECENT_UPLOADS = 3;

export const fileShareQueries = createShareQueries({
  name: 'file-shares',
  permission: 'file_share',
  store: 'files',
  keepsOwn: false,
  mayKeep: (share: { has_password: boolean; max_views: number | null }) =>
    !share.has_password && share.max_views === null,
  calls: () => client.fileShares,
  factsOf: factsOfSummary,
  contentOf: openedOf,
  async page(filter: FileListFilter, signal) {
    const { data } = await client.fileShares.list({ query: offsetQuery(filter) }, { signal });
    return { rows: data.files, total: data.pagination.total };
  },
});

/** The file of a response. It has no URLs if the share has got a password since its metadata was read. */
function openedOf(share: PublicFileShare): PublicFileShare {
  if (share.downloadUrl) return share;
  throw new Error('The share asks for a password now');
}

export const fileShareKeys = {
  ...fileShareQueries.keys,
  uploadLimits: ['upload-limits'],
  storageChoices: ['private', 'file-shares', 'storages'],
};

/** A file share or a bundle in the list of recent uploads. */
export interface RecentUpload {
  readonly id: string;
  readonly kind: 'file' | 'bundle';
  readonly slug: string;
  /** Name of the file or title of the bundle; '' for a bundle without one. */
  readonly name: string;
  readonly mediaType: string;
  /** Number of files that have arrived; null for a shared folder. */
  readonly count: number | null;
  /** In bytes. */
  readonly size: number;
  /** Whether files are still being uploaded to it. */
  readonly isReceiving: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The newest file shares and bundles of the user. */
export function recentUploadsOptions() {
  return queryOptions({
    queryKey: [...fileShareKeys.lists, 'recent'],
    queryFn: async ({ signal }): Promise<RecentUpload[]> => {
      const query = { limit: RECENT_UPLOADS, sort: 'created', order: 'desc' } as const;
      const [shares, bundles] = await Promise.all([
        client.fileShares.list({ query }, { signal }),
        client.bundles.list({ query }, { signal }),
      ]);
      return [...shares.data.files.map(recentFile), ...bundles.data.bundles.map(recentBundle)]
        .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
        .slice(0, RECENT_UPLOADS);
    },
  });
}

const recentFile = (row: FileShareRow): RecentUpload => ({
  ...{ id: row.id, kind: 'file', slug: row.slug, name: row.filename, mediaType: row.mimetype },
  ...{ count: 1, size: row.size, isReceiving: false, createdAt: row.created_at },
});

type BundleRow = Awaited<ReturnType<typeof client.bundles.list>>['data']['bundles'][number];

const recentBundle = (row: BundleRow): RecentUpload => ({
  ...{ id: row.id, kind: 'bundle', slug: row.slug, name: row.title ?? '', mediaType: '' },
  ...{ count: row.item_count, size: row.total_size ?? 0, createdAt: row.created_at },
  isReceiving: row.state === 'receiving',
});

/** Server settings that the upload form needs. */
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

/** Storages that the user may upload to; API keys see only public ones. */
export function storageChoicesOptions() {
  return queryOptions({
    queryKey: fileShareKeys.storageChoices,
    queryFn: ({ signal }) => client.storageConfigs.list({}, { signal }),
    staleTime: 60_000,
  });
}
