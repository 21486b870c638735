import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { DELETION_ENDPOINT, sendDeletion } from './mutations.ts';
import { textShareQueries } from './queries.ts';

export const textShareDeletions = createShareDeletions({
  async send(client, ids) {
    const result = await sendDeletion(client, ids);
    if (result) return result;
    // Keeps the rows hidden while their deletion is queued.
    const { whenSent } = await import('#shared/offline/queue/when-sent.ts');
    await whenSent('batchDeletePastes', DELETION_ENDPOINT, { ids });
    return { failed: [] };
  },
  lists: textShareQueries.keys.lists,
});
