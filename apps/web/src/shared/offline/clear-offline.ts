import { database } from './database.ts';
import { readIncoming } from './incoming/incoming.ts';
import { clearKept, removeCopiesOfOthers } from './kept/kept-content.ts';
import { queue } from './queue/queue.ts';

/** At log-out: nothing of what somebody has read, made or looked for stays in the browser. */
export async function clearOffline(): Promise<void> {
  await queue.clear();
  await clearKept();
  await database.incoming.clear();
  await readIncoming();
}

/** When a session has expired: what waits is kept for its owner, who has to log in again. */
export async function clearAfterExpiry(): Promise<void> {
  await queue.forgetCredentials();
  await clearKept();
}

/** At start: a session may have ended while nothing here was loaded to hear of it. */
export async function clearOfOthers(owner: string): Promise<void> {
  await database.credentials.where('owner').notEqual(owner).delete();
  await removeCopiesOfOthers(owner);
}
