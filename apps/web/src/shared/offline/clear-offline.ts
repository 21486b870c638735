import { database } from './database.ts';
import { clearKept } from './kept/kept-content.ts';
import { queue } from './queue/queue.ts';

/** At log-out: nothing of what somebody has read, made or looked for stays in the browser. */
export async function clearOffline(): Promise<void> {
  await queue.clear();
  await clearKept();
  await database.incoming.clear();
}

/** When a session has expired: what waits is kept for its owner, who has to log in again. */
export async function clearAfterExpiry(): Promise<void> {
  await queue.forgetCredentials();
  await clearKept();
}
