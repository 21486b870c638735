import { queue } from './queue.ts';
import { onQueueMessage } from './queue-messages.ts';
import { queueOwner } from './queue-owner.ts';
import type { QueuedType } from './queued-change.ts';

/**
 * Resolves when a queued change is applied, refused or discarded. Resolves immediately if the queue cannot be
 * read, because no message would follow.
 */
export async function whenSent(type: QueuedType, endpoint: string, data: unknown): Promise<void> {
  const owner = queueOwner();
  const wanted = JSON.stringify(data);
  const waits = async () =>
    (await queue.listOf(owner)).some(
      (change) =>
        change.status === 'pending' &&
        change.type === type &&
        change.endpoint === endpoint &&
        JSON.stringify(change.data) === wanted,
    );
  await new Promise<void>((resolve) => {
    const stop = onQueueMessage(check);
    function check() {
      void waits()
        .catch(() => false)
        .then((isWaiting) => {
          if (isWaiting) return;
          stop();
          resolve();
        });
    }
    check();
  });
}
