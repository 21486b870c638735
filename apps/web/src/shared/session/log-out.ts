import { client } from '#shared/api/client.ts';
import { forgetEditDrafts } from '#shared/markdown/edit-drafts.ts';
import { endSession, getSession } from './session-store.ts';

/** Logs out (SPEC 4): revokes an administrator's token, and forgets it even without a connection. */
export async function logOut(): Promise<void> {
  try {
    if (getSession().kind === 'admin') await client.auth.logout();
  } catch {
    // If the server cannot be reached, the token ends when it expires.
  } finally {
    forgetEditDrafts();
    endSession('logout');
    const { clearOffline } = await import('#shared/offline/clear-offline.ts');
    await clearOffline();
  }
}
