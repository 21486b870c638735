import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { deleteInBatches } from '#shared/shares/deleting/delete-in-batches.ts';
import { createPendingDeletions } from '#shared/shares/deleting/pending-deletions.ts';
import { showDeletionResult } from '#shared/shares/deleting/show-deletion-result.ts';
import { textShareKeys } from './queries.ts';
import { DELETION_ENDPOINT, sendDeletion } from './send-deletion.ts';

export const textShareDeletions = createPendingDeletions({
  send: (all) =>
    deleteInBatches(all, async (ids) => {
      const result = await sendDeletion(keepaliveClient, ids);
      if (result) return result;
      // The rows stay hidden as long as their deletion waits.
      const { whenSent } = await import('#shared/offline/queue/when-sent.ts');
      await whenSent('batchDeletePastes', DELETION_ENDPOINT, { ids });
      return { success: ids.length, failed: [] };
    }),
  refresh: () => queryClient.invalidateQueries({ queryKey: textShareKeys.lists }),
  onResult: showDeletionResult,
  onError: showErrorToast,
});
