import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { fileShareKeys } from './queries.ts';

export const fileShareDeletions = createShareDeletions({
  send: (client, ids) => client.fileShares.delete({ body: { ids } }),
  lists: fileShareKeys.lists,
});
