import { collectCalls } from '#shared/api/collect-calls.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ownKeyOf } from '#shared/shares/share-queries.ts';
import { readPendingUploads } from '#shared/uploads/pending-uploads.ts';
import { fileShareKeys } from '../queries.ts';

/** Reloads the lists of file shares and bundles. It collects calls for 500 ms. */
export const readListsAgain = collectCalls(500, () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: fileShareKeys.lists }),
    queryClient.invalidateQueries({ queryKey: ownKeyOf('bundles') }),
  ]),
);

export const uploadHooks = {
  onChange: () => void readPendingUploads(),
  onComplete: () => void readListsAgain(),
};
