import {
  clearExpiredTextShares,
  deleteTextShares,
  unlockTextShare,
  updateTextShare,
} from '@satchel/api-client/contract/text-shares';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import { textShareContentOptions } from './queries.ts';

export function useUnlockTextShare(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      api.call(unlockTextShare, { params: { slug }, body: { password } }),
    onSuccess: (share) => queryClient.setQueryData(textShareContentOptions(slug).queryKey, share),
  });
}

export interface TextShareUpdate {
  id: string;
  content: string;
  changes: ShareChanges;
}

export function useUpdateTextShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, content, changes }: TextShareUpdate) => {
      const { slug, removesPassword, ...fields } = changes;
      const body = { ...fields, content, newSlug: slug, clearPassword: removesPassword };
      return api.call(updateTextShare, { params: { id }, body });
    },
    onSuccess: () => {
      // Active queries are not refetched, because that would cost a view; the page decides itself.
      queryClient.removeQueries({ queryKey: ['text-shares'], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: ['private', 'text-shares'] });
    },
  });
}

export function useDeleteTextShares() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.call(deleteTextShares, { body: { ids } }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: ['private', 'text-shares', 'list'] }),
  });
}

export function useClearExpiredTextShares() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(clearExpiredTextShares, {}),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: ['private', 'text-shares', 'list'] }),
  });
}
