import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

export type ApiKeyRow = Awaited<ReturnType<typeof client.apiKeys.list>>[number];

/** Every key, also those that have expired. */
export const apiKeyListOptions = () =>
  privateQuery(['api-keys', 'list'], (options) => client.apiKeys.list({}, options));
