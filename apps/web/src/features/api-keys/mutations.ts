import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { changesOf, type KeyOptions, newKeyOf } from './key-options.ts';
import { apiKeyListOptions } from './queries.ts';

export type CreatedKey = Awaited<ReturnType<typeof client.apiKeys.create>>;

const LIST = apiKeyListOptions().queryKey;

export const useCreateApiKey = () =>
  useChange(
    (options: KeyOptions) => client.apiKeys.create({ body: newKeyOf(options, Date.now()) }),
    LIST,
  );

export const useUpdateApiKey = () =>
  useChange(
    ({ id, options }: { id: string; options: KeyOptions }) =>
      client.apiKeys.update({ params: { id }, body: changesOf(options, Date.now()) }),
    LIST,
  );

export const useDeleteApiKeys = () =>
  useChange(async (ids: readonly string[]) => {
    for (const id of ids) await client.apiKeys.delete({ params: { id } });
  }, LIST);
