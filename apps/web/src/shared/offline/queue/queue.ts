import { database, type KeptCredential } from '../database.ts';
import { sendQueueMessage } from './queue-messages.ts';
import type { QueuedChange, Refusal } from './queued-change.ts';

/** Held by whoever sends or edits what waits, in any tab and in the service worker. */
const LOCK = 'satchel-offline-queue';

/** One at a time, so that nothing is sent while it is edited, or by two at once. */
export function withQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request(LOCK, work);
}

export const queue = {
  /** In the order in which they were made. */
  listOf: (owner: string): Promise<QueuedChange[]> =>
    database.queue.where('owner').equals(owner).sortBy('id'),

  async currentOf({ id }: QueuedChange): Promise<QueuedChange | undefined> {
    return id === undefined ? undefined : database.queue.get(id);
  },

  async add(change: QueuedChange, credential: KeptCredential) {
    await database.transaction('rw', database.queue, database.credentials, async () => {
      await database.queue.add(change);
      await database.credentials.put(credential);
    });
    sendQueueMessage({ kind: 'changed' });
  },

  /** Once it is done, or dropped; the credential goes with the last that waits for it. */
  async remove({ id, owner }: QueuedChange): Promise<void> {
    await database.transaction('rw', database.queue, database.credentials, async () => {
      if (id !== undefined) await database.queue.delete(id);
      const rest = await database.queue.where('owner').equals(owner).count();
      if (rest === 0) await database.credentials.delete(owner);
    });
    sendQueueMessage({ kind: 'changed' });
  },

  /** What was made over a change that is made now is meant for the version that came of it. */
  async rebase({ owner, endpoint, data }: QueuedChange, version: string): Promise<void> {
    const from = versionIn(data);
    if (from === undefined) return;
    for (const later of await queue.listOf(owner)) {
      if (later.endpoint !== endpoint || versionIn(later.data) !== from) continue;
      const rebased = { ...(later.data as object), expectedUpdatedAt: version };
      // Over the old version it cannot have been made; a refusal would be remembered under the old key.
      await database.queue.put({ ...later, data: rebased, idempotencyKey: crypto.randomUUID() });
    }
  },

  async refuse(change: QueuedChange, refusal: Refusal): Promise<void> {
    await database.queue.put({ ...change, status: 'refused', refusal });
    sendQueueMessage({ kind: 'refused', change });
    sendQueueMessage({ kind: 'changed' });
  },

  /**
   * Sends something else instead. A change that may have arrived keeps its key, so that the server can
   * tell; one that was refused needs another, or it would get the same refusal.
   */
  async mend(change: QueuedChange, data: unknown): Promise<void> {
    await withQueue(async () => {
      const current = await queue.currentOf(change);
      if (!current) return;
      const { refusal: _refusal, ...rest } = current;
      const idempotencyKey =
        current.status === 'refused' ? crypto.randomUUID() : current.idempotencyKey;
      await database.queue.put({ ...rest, data, idempotencyKey, status: 'pending' });
    });
    sendQueueMessage({ kind: 'changed' });
  },

  async forgetCredentials(): Promise<void> {
    await database.credentials.clear();
  },

  async clear(): Promise<void> {
    await database.queue.clear();
    await database.credentials.clear();
    sendQueueMessage({ kind: 'changed' });
  },
};

/** Of an edit: the version that it was made from. */
function versionIn(data: unknown): string | undefined {
  return (data as { readonly expectedUpdatedAt?: string } | undefined)?.expectedUpdatedAt;
}
