import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

export type ApiKeyRow = Awaited<ReturnType<typeof client.apiKeys.list>>[number];

/** All keys, including expired ones. */
export const apiKeyListOptions = () =>
  privateQuery(['api-keys', 'list'], (options) => client.apiKeys.list({}, options));
