import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export const sessionKeys = {
  account: ['private', 'account'],
  open: ['private', 'sessions'],
} as const;

export type OpenSession = Awaited<ReturnType<typeof client.sessions.list>>[number];

/** Open sessions of the administrator. */
export function openSessionsOptions() {
  return queryOptions({
    queryKey: sessionKeys.open,
    queryFn: ({ signal }) => client.sessions.list({}, { signal }),
    staleTime: 0,
  });
}

/** Under which name the administrator logs in. */
export function accountOptions() {
  return queryOptions({
    queryKey: sessionKeys.account,
    queryFn: ({ signal }) => client.sessions.checkApiKey({}, { signal }).then(({ name }) => name),
  });
}
