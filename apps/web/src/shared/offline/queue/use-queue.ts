import { useEffect, useState } from 'react';
import { useSession } from '#shared/session/use-session.ts';
import { queue } from './queue.ts';
import { onQueueMessage } from './queue-messages.ts';
import { queueOwner } from './queue-owner.ts';
import type { QueuedChange } from './queued-change.ts';

/** Queued changes of the current user, updated when other tabs change them. */
export function useQueue(): readonly QueuedChange[] {
  useSession();
  const owner = queueOwner();
  const [changes, setChanges] = useState<readonly QueuedChange[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      void queue.listOf(owner).then(
        (found) => isCurrent && setChanges(found),
        () => undefined,
      );
    read();
    const stop = onQueueMessage(read);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [owner]);
  return changes;
}
