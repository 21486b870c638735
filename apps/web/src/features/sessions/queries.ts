import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

export type OpenSession = Awaited<ReturnType<typeof client.sessions.list>>[number];

/** Open sessions of the administrator. */
export function openSessionsOptions() {
  const list = privateQuery(['sessions'], (options) => client.sessions.list({}, options));
  return { ...list, staleTime: 0 };
}

/** Username of the administrator. */
export const accountOptions = () =>
  privateQuery(['account'], (options) =>
    client.sessions.checkApiKey({}, options).then(({ name }) => name),
  );
