import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { bundleQueries, openedOf } from './queries.ts';

export function useUnlockBundle(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (password: string) =>
      openedOf(await client.bundles.unlock({ params: { slug }, body: { password } })),
    onSuccess: (bundle) => queryClient.setQueryData(bundleQueries.content(slug).queryKey, bundle),
  });
}
