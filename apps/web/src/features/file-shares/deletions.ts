import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { deleteInBatches } from '#shared/shares/deleting/delete-in-batches.ts';
import { createPendingDeletions } from '#shared/shares/deleting/pending-deletions.ts';
import { showDeletionResult } from '#shared/shares/deleting/show-deletion-result.ts';
import { fileShareKeys } from './queries.ts';

export const fileShareDeletions = createPendingDeletions({
  send: (all) => deleteInBatches(all, (ids) => keepaliveClient.files.delete({ body: { ids } })),
  refresh: () => queryClient.invalidateQueries({ queryKey: fileShareKeys.lists }),
  onResult: showDeletionResult,
  onError: showErrorToast,
});
