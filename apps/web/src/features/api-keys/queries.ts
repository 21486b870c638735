import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export const apiKeyKeys = {
  list: ['private', 'api-keys', 'list'],
} as const;

export type ApiKeyRow = Awaited<ReturnType<typeof client.apiKeys.list>>[number];

/** Every key, also those that have expired. */
export function apiKeyListOptions() {
  return queryOptions({
    queryKey: apiKeyKeys.list,
    queryFn: ({ signal }) => client.apiKeys.list({}, { signal }),
  });
}
