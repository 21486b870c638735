import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { useChange } from '#shared/api/use-change.ts';
import { readServerTime } from '#shared/environment/server-time.ts';
import { changesOf, type KeyOptions, newKeyOf } from './key-options.ts';
import { apiKeyListOptions } from './queries.ts';

export type CreatedKey = Awaited<ReturnType<typeof client.apiKeys.create>>;

const LIST = apiKeyListOptions().queryKey;

export const useCreateApiKey = () =>
  useChange(
    async (options: KeyOptions) =>
      client.apiKeys.create({ body: newKeyOf(options, await readServerTime()) }, once()),
    LIST,
  );

export const useUpdateApiKey = () =>
  useChange(async ({ id, options }: { id: string; options: KeyOptions }) => {
    const body = changesOf(options, await readServerTime());
    return client.apiKeys.update({ params: { id }, body });
  }, LIST);

export const useDeleteApiKeys = () =>
  useChange(async (ids: readonly string[]) => {
    for (const id of ids) await client.apiKeys.delete({ params: { id } });
  }, LIST);
