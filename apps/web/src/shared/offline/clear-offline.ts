import { database } from './database.ts';
import { readIncoming } from './incoming/incoming.ts';
import { clearKept, removeCopiesOfOthers } from './kept/kept-content.ts';
import { queue } from './queue/queue.ts';

/** Removes all offline data at log-out: queued changes, cached responses and shared items. */
export async function clearOffline(): Promise<void> {
  await queue.clear();
  await clearKept();
  await database.incoming.clear();
  await readIncoming();
}

/**
 * Removes credentials and cached responses of an expired session. Keeps queued changes, which its owner can
 * send after the next login.
 */
export async function clearAfterExpiry(): Promise<void> {
  await queue.forgetCredentials();
  await clearKept();
}

/**
 * Removes data of other users at start, because their session may have ended while this code was not loaded.
 */
export async function clearOfOthers(owner: string): Promise<void> {
  await database.credentials.where('owner').notEqual(owner).delete();
  await removeCopiesOfOthers(owner);
}
