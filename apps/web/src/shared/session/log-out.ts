import { endSession, getSession } from './session-store.ts';

/** SPEC 4: an admin's token ends on the server too; without a connection it ends here at least. */
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
    // Ended by the server's clock then.
  } finally {
    endSession('logout');
  }
}
