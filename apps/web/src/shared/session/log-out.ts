import { endSession, getSession } from './session-store.ts';

/** Logs out (SPEC 4): revokes an administrator's token, and forgets it even without a connection. */
export async function logOut(): Promise<void> {
  try {
    if (getSession().kind === 'admin') {
      const [{ logout }, { api }] = await Promise.all([
        import('@satchel/api-client/contract/sessions'),
        import('#shared/api/api.ts'),
      ]);
      await api.call(logout, {});
    }
  } catch {
    // If the server cannot be reached, the token ends when it expires.
  } finally {
    endSession('logout');
  }
}
