import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { changeBodyOf, type ShareChanges } from '#shared/shares/share-changes.ts';
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

export function useUpdateBundle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes, sender, message, notifyUrl, useProxy }: BundleUpdate) =>
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
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: bundleKeys.visited, type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: bundleKeys.own });
    },
  });
}

export function useCompleteBundle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.bundles.complete({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bundleKeys.own }),
  });
}

/** Adds file shares by id, or files and folders of mounts by path, which stay where they are. */
export function useAddBundleItems(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { file_ids?: string[]; paths?: string[] }) =>
      client.bundles.addItems({ params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bundleKeys.own }),
  });
}

export function useRemoveBundleItem(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (path: string) =>
      client.bundles.removeItems({ params: { id }, body: { paths: [path] } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bundleKeys.own }),
  });
}
