import { newKey } from '#shared/environment/new-key.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { database, type KeptCredential } from '../database.ts';
import { sendQueueMessage } from './queue-messages.ts';
import type { QueuedChange, Refusal } from './queued-change.ts';

/** Lock on the queue, shared by all tabs and the service worker. */
const LOCK = 'satchel-offline-queue';

/** Runs work under the lock, so that a change is never sent twice, or sent while the user edits it. */
export function withQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request(LOCK, work);
}

export const queue = {
  /** All changes of an owner, oldest first. */
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

  /**
   * Removes a change that was sent or discarded. Deletes the credential with the owner's last change. In the
   * same transaction it rebases later edits of the same text and tab on the version that the change has produced.
   *
   * @param version `updated_at` of the text after this change; undefined if it has produced none
   */
  async remove(change: QueuedChange, version?: string): Promise<void> {
    const { id, owner } = change;
    await database.transaction('rw', database.queue, database.credentials, async () => {
      if (id !== undefined) await database.queue.delete(id);
      const waiting = await queue.listOf(owner);
      if (waiting.length === 0) await database.credentials.delete(owner);
      if (version !== undefined) await rebase(waiting, change, version);
    });
    sendQueueMessage({ kind: 'changed' });
  },

  async refuse(change: QueuedChange, refusal: Refusal): Promise<void> {
    await database.queue.put({ ...change, status: 'refused', refusal });
    sendQueueMessage({ kind: 'refused', change });
    sendQueueMessage({ kind: 'changed' });
  },

  /**
   * Replaces the body of a change. A pending change keeps its idempotency key, because the server may have
   * applied it already. A refused change gets a new key, because the old one would return the same refusal.
   */
  async mend(change: QueuedChange, data: unknown): Promise<void> {
    await withQueue(async () => {
      const current = await queue.currentOf(change);
      if (!current) return;
      const { refusal: _refusal, ...rest } = current;
      const idempotencyKey = current.status === 'refused' ? newKey() : current.idempotencyKey;
      const fresh = withFreshExpiry(data, current.timestamp);
      await database.queue.put({ ...rest, data: fresh, idempotencyKey, status: 'pending' });
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

/** Moves an expiry that has passed while the change was queued: the same duration then counts from now. */
function withFreshExpiry(data: unknown, madeAtMs: number): unknown {
  const { expiresAt } = (data ?? {}) as { readonly expiresAt?: string | null };
  const expiryMs = expiresAt ? Date.parse(expiresAt) : Number.NaN;
  if (!(expiryMs <= serverNow())) return data;
  const moved = new Date(Date.now() + expiryMs - madeAtMs).toISOString();
  return { ...(data as object), expiresAt: moved };
}

async function rebase(
  waiting: readonly QueuedChange[],
  { endpoint, data, tab }: QueuedChange,
  version: string,
): Promise<void> {
  const from = versionIn(data);
  if (from === undefined) return;
  for (const later of waiting) {
    if (later.endpoint !== endpoint || versionIn(later.data) !== from) continue;
    // The other tab has not seen this edit. The server refuses its edit, so that the user decides.
    if (later.tab !== tab) continue;
    const rebased = { ...(later.data as object), expectedUpdatedAt: version };
    // Needs a new key, because the server may have stored a refusal under the old one.
    await database.queue.put({ ...later, data: rebased, idempotencyKey: newKey() });
  }
}

/** Version that an edit is based on. */
function versionIn(data: unknown): string | undefined {
  return (data as { readonly expectedUpdatedAt?: string } | undefined)?.expectedUpdatedAt;
}
