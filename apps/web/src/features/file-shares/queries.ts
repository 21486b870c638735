import {
  getFileShare,
  listFileShares,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { listSettings, SETTING_GROUPS } from '@satchel/api-client/contract/settings';
import { maxUploadSize } from '@satchel/api-client/contract/system';
import type { EndpointResult } from '@satchel/api-client/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

export type FileShareRow = EndpointResult<typeof listFileShares>['data']['files'][number];
export type PublicFileShare = EndpointResult<typeof viewFileShare>;

/** The largest upload in MB while the server's setting is not known (SPEC 9). */
const DEFAULT_MAX_UPLOAD_MEGABYTES = 100;
/** Rows of the list of files that are fetched at once (SPEC 9). */
const RECENT_UPLOADS = 3;

export interface ListFilter {
  page: number;
  pageSize: number;
  search: string;
}

/** Metadata of a file, which costs no view (CONTRACT A3). */
export function fileShareSummaryOptions(slug: string) {
  return queryOptions({
    queryKey: ['file-shares', slug, 'summary'],
    queryFn: ({ signal }) =>
      api.call(viewFileShare, { params: { slug }, query: { peek: true } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches the URLs of a file. That costs a view, so it is done only when the visitor asks for it. */
export function fileShareAccessOptions(slug: string) {
  return queryOptions({
    queryKey: ['file-shares', slug, 'access'],
    queryFn: () => api.call(viewFileShare, { params: { slug }, query: {} }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
}

export function ownFileShareOptions(id: string) {
  return queryOptions({
    queryKey: ['private', 'file-shares', id],
    queryFn: ({ signal }) => api.call(getFileShare, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function fileShareListOptions({ page, pageSize, search }: ListFilter) {
  return queryOptions({
    queryKey: ['private', 'file-shares', 'list', { page, pageSize, search }],
    queryFn: ({ signal }) =>
      api.call(
        listFileShares,
        {
          query: {
            limit: pageSize,
            offset: (page - 1) * pageSize,
            ...(search ? { search } : {}),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function recentUploadsOptions() {
  return fileShareListOptions({ page: 1, pageSize: RECENT_UPLOADS, search: '' });
}

/** The settings that the upload form needs. */
export function uploadLimitsOptions() {
  return queryOptions({
    queryKey: ['upload-limits'],
    queryFn: async ({ signal }) => {
      const [limit, settings] = await Promise.all([
        api.call(maxUploadSize, {}, { signal }).catch(() => null),
        api
          .call(
            listSettings,
            { query: { group: SETTING_GROUPS.global, metadata: 'false' } },
            { signal },
          )
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
