import { client } from '#shared/api/client.ts';
import { forgetEditDrafts } from '#shared/markdown/drafts/edit-drafts.ts';
import { endSessionAfter, getSession } from './session-store.ts';

/** How long a log-out waits for what is still to be done. */
const LAST_WORK_MS = 5_000;

type LastWork = () => Promise<unknown>;
const lastWorks = new Set<LastWork>();

/** Has something done before a log-out takes the right to do it. Returns how to stop that. */
export function beforeLogOut(work: LastWork): () => void {
  lastWorks.add(work);
  return () => lastWorks.delete(work);
}

/** Logs out (SPEC 4): revokes an administrator's token, and forgets it even without a connection. */
export async function logOut(): Promise<void> {
  await doLastWorks();
  await endSessionAfter(async () => {
    // If the server cannot be reached, the token ends when it expires.
    if (getSession().kind === 'admin') await client.sessions.logout().catch(() => undefined);
    forgetEditDrafts();
  });
  const { clearOffline } = await import('#shared/offline/clear-offline.ts');
  // A browser that lets nothing be kept has nothing to clear.
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
