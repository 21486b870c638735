import { client } from '#shared/api/client.ts';
import { forgetEditDrafts } from '#shared/markdown/drafts/edit-drafts.ts';
import { endSessionAfter, getSession } from './session-store.ts';

/** Maximum time that a log-out waits for pending work. */
const LAST_WORK_MS = 5_000;

type LastWork = () => Promise<unknown>;
const lastWorks = new Set<LastWork>();

/**
 * Registers work that a log-out waits for, because it needs the session. Returns a function that removes it.
 */
export function beforeLogOut(work: LastWork): () => void {
  lastWorks.add(work);
  return () => lastWorks.delete(work);
}

/**
 * Logs out (SPEC 4): revokes an administrator's token, and removes it from the browser even without a
 * connection.
 */
export async function logOut(): Promise<void> {
  await doLastWorks();
  await endSessionAfter(async () => {
    // If the server is unreachable, the token stays valid until it expires.
    if (getSession().kind === 'admin') await client.sessions.logout().catch(() => undefined);
    forgetEditDrafts();
  });
  const { clearOffline } = await import('#shared/offline/clear-offline.ts');
  // A browser without storage has nothing to clear.
  await clearOffline().catch(() => undefined);
}

async function doLastWorks(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WORK_MS);
  });
  await Promise.race([isLate, Promise.allSettled([...lastWorks].map((work) => work()))]);
  clearTimeout(timer);
}
