import type { Client } from '@satchel/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { textShareQueries } from './queries.ts';

export const DELETION_ENDPOINT = '/api/pastes/batch-delete';

/** Deletes texts. Resolves to undefined if the deletion is queued because there is no network. */
export function sendDeletion({ textShares }: Pick<Client, 'textShares'>, ids: string[]) {
  return sendOrQueue('batchDeletePastes', DELETION_ENDPOINT, { ids }, (given) =>
    textShares.deleteByPost({ body: { ids } }, given),
  );
}

export function useDeleteTextShares() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => sendDeletion(client, ids),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: textShareQueries.keys.lists }),
  });
}

export function useClearExpiredTextShares() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendOrQueue('clearExpiredPastes', '/api/pastes/clear-expired', undefined, (given) =>
        client.textShares.clearExpired({}, given),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: textShareQueries.keys.lists }),
  });
}
