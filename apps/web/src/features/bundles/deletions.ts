import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { bundleKeys } from './queries.ts';

export const bundleDeletions = createShareDeletions({
  send: (client, ids) => client.bundles.delete({ body: { ids } }),
  lists: bundleKeys.lists,
});
