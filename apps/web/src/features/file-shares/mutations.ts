import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { useAppliedChange } from '#shared/offline/queue/use-applied-change.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { changeBodyOf, type ShareChanges } from '#shared/shares/share-changes.ts';
import { useShareUpdate } from '#shared/shares/share-queries.ts';
import { fileShareKeys, fileShareQueries, type PublicFileShare } from './queries.ts';

export function useUnlockFileShare(slug: string) {
  const queryClient = useQueryClient();
  const endpoint = `/api/public/files/${slug}/verify`;
  const open = (share: PublicFileShare) =>
    queryClient.setQueryData(fileShareQueries.content(slug).queryKey, share);
  useAppliedChange('verifyFilePassword', endpoint, (reply) =>
    open((reply as { readonly data: PublicFileShare }).data),
  );
  return useMutation({
    mutationFn: (password: string) =>
      sendOrQueue('verifyFilePassword', endpoint, { password }, (given) =>
        client.fileShares.unlock({ params: { slug }, body: { password } }, given),
      ),
    onSuccess: (share) => share && open(share),
  });
}

export interface FileShareUpdate {
  id: string;
  changes: ShareChanges;
  useProxy: boolean;
}

export const useUpdateFileShare = () =>
  useShareUpdate(fileShareKeys, ({ id, changes, useProxy }: FileShareUpdate) =>
    client.fileShares.update({
      params: { id },
      body: { ...changeBodyOf(changes), remark: changes.remark, use_proxy: useProxy },
    }),
  );

export const useDeleteFileShares = () =>
  useChange((ids: string[]) => client.fileShares.delete({ body: { ids } }), fileShareKeys.lists);
