import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { changesOf, type KeyOptions, newKeyOf } from './key-options.ts';
import { apiKeyListOptions } from './queries.ts';

export type CreatedKey = Awaited<ReturnType<typeof client.apiKeys.create>>;

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: KeyOptions) =>
      client.apiKeys.create({ body: newKeyOf(options, Date.now()) }),
    onSuccess: () => queryClient.invalidateQueries(apiKeyListOptions()),
    // Drops the response as soon as it is not shown, because it contains the key.
    gcTime: 0,
  });
}

export function useUpdateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, options }: { id: string; options: KeyOptions }) =>
      client.apiKeys.update({ params: { id }, body: changesOf(options, Date.now()) }),
    onSuccess: () => queryClient.invalidateQueries(apiKeyListOptions()),
  });
}

export function useDeleteApiKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await client.apiKeys.delete({ params: { id } });
    },
    // Also after a failure, because some keys may already be deleted.
    onSettled: () => queryClient.invalidateQueries(apiKeyListOptions()),
  });
}
