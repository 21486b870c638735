import { client } from '#shared/api/client.ts';
import { subscribeToSession } from '#shared/session/session-store.ts';
import { isConnected, tellReached, tellUnreachable } from '../connection.ts';
import { queue } from './queue.ts';
import { sendQueueMessage } from './queue-messages.ts';
import { queueOwner } from './queue-owner.ts';
import { replayQueue } from './replay.ts';

/** Delays of retries after a failure (CONTRACT F11). */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

let retryMs = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the queue at start, when the connection returns, on focus of the tab and after a login. Retries
 * failures with increasing delays. Returns a function that stops it.
 */
export function startSync(): () => void {
  const attempt = () => void sync();
  const follow = () => {
    if (isConnected.get()) attempt();
  };
  attempt();
  const following = isConnected.subscribe(follow);
  const stopOfSession = subscribeToSession(attempt);
  window.addEventListener('focus', follow);
  window.addEventListener('online', attempt);
  return () => {
    following.unsubscribe();
    stopOfSession();
    clearTimeout(timer);
    window.removeEventListener('focus', follow);
    window.removeEventListener('online', attempt);
  };
}

/** Sends the queued changes of the current user. */
export async function sync(): Promise<void> {
  clearTimeout(timer);
  const owner = queueOwner();
  const waiting = await queue.listOf(owner).catch(() => []);
  if (!waiting.some(({ status }) => status === 'pending') || !navigator.onLine) return;
  const { applied, stoppedBy } = await replayQueue(owner, client);
  if (applied > 0) tellReached();
  if (!stoppedBy) {
    retryMs = FIRST_RETRY_MS;
    return;
  }
  if (stoppedBy.status === 0) tellUnreachable();
  // The next login starts it again.
  if (stoppedBy.status === 401) return;
  // Notifies once, not on each retry.
  if (stoppedBy.status >= 500 && retryMs === FIRST_RETRY_MS) sendQueueMessage({ kind: 'failed' });
  timer = setTimeout(() => void sync(), retryMs);
  retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
}
