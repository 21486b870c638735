import {
  deleteFileShares,
  unlockFileShare,
  updateFileShare,
} from '@satchel/api-client/contract/file-shares';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import { fileShareAccessOptions } from './queries.ts';

export function useUnlockFileShare(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      api.call(unlockFileShare, { params: { slug }, body: { password } }),
    onSuccess: (share) => queryClient.setQueryData(fileShareAccessOptions(slug).queryKey, share),
  });
}

export interface FileShareUpdate {
  id: string;
  changes: ShareChanges;
  useProxy: boolean;
}

export function useUpdateFileShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes, useProxy }: FileShareUpdate) =>
      api.call(updateFileShare, {
        params: { id },
        body: {
          remark: changes.remark,
          expires_at: changes.expiresAt,
          max_views: changes.maxViews,
          use_proxy: useProxy,
          ...(changes.slug === undefined ? {} : { slug: changes.slug }),
          ...(changes.password === undefined ? {} : { password: changes.password }),
          ...(changes.removesPassword ? { password: '' } : {}),
        },
      }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['file-shares'], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: ['private', 'file-shares'] });
    },
  });
}

export function useDeleteFileShares() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      api.call(deleteFileShares, { body: { ids, delete_mode: 'both' } }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: ['private', 'file-shares', 'list'] }),
  });
}
