import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { changeBodyOf, type ShareChanges } from '#shared/shares/share-changes.ts';
import { useShareUpdate } from '#shared/shares/share-queries.ts';
import { bundleKeys, bundleQueries, openedOf } from './queries.ts';

export function useUnlockBundle(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) =>
      openedOf(await client.bundles.unlock({ params: { slug }, body: { password } })),
    onSuccess: (bundle) => queryClient.setQueryData(bundleQueries.content(slug).queryKey, bundle),
  });
}

interface BundleUpdate {
  id: string;
  changes: ShareChanges;
  sender: string;
  message: string;
  notifyUrl: string;
  useProxy: boolean;
}

export const useUpdateBundle = () =>
  useShareUpdate(
    bundleKeys,
    ({ id, changes, sender, message, notifyUrl, useProxy }: BundleUpdate) =>
      client.bundles.update({
        params: { id },
        body: {
          ...changeBodyOf(changes),
          title: changes.remark,
          sender: sender || null,
          message: message || null,
          notify_url: notifyUrl.trim() || null,
          use_proxy: useProxy,
        },
      }),
  );

export const useCompleteBundle = () =>
  useChange((id: string) => client.bundles.complete({ params: { id } }), bundleKeys.own);

export const useRemoveBundleItem = (id: string) =>
  useChange(
    (path: string) => client.bundles.removeItems({ params: { id }, body: { paths: [path] } }),
    bundleKeys.own,
  );
