import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

/** Storages are named by several features: their own page, mounts, and the dashboard. */
export const storageConfigKeys = {
  all: ['private', 'storage-configs'],
  list: ['private', 'storage-configs', 'list'],
} as const;

export type StorageConfigRow = Awaited<ReturnType<typeof client.storageConfigs.list>>[number];

/** Every storage, the default first. */
export function storageConfigListOptions() {
  return queryOptions({
    queryKey: storageConfigKeys.list,
    queryFn: ({ signal }) => client.storageConfigs.list({}, { signal }),
  });
}
