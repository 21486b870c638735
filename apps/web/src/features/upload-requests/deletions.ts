import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { requestKeys } from './queries.ts';

export const requestDeletions = createShareDeletions({
  send: (client, ids) => client.uploadRequests.delete({ body: { ids } }),
  lists: requestKeys.lists,
});
