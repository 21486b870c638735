import type { Client } from '@satchel/api-client';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';

export const DELETION_ENDPOINT = '/api/pastes/batch-delete';

/** Deletes texts, when there is a network; resolves to undefined where that is later. */
export function sendDeletion(client: Pick<Client, 'textShares'>, ids: string[]) {
  return sendOrQueue('batchDeletePastes', DELETION_ENDPOINT, { ids }, (given) =>
    client.textShares.deleteByPost({ body: { ids } }, given),
  );
}
