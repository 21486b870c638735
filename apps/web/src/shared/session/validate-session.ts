import { permissionBitsOf } from '@satchel/api-client/permissions';
import { client } from '#shared/api/client.ts';
import { isRevalidationDue } from '#shared/session/page-guards.ts';
import { getLastValidatedAtMs, getSession, type Session, setSession } from './session-store.ts';

let running: Promise<void> | null = null;

/**
 * Validates the stored credential at startup, and before protected routes if the last validation was more
 * than 5 minutes ago (SPEC 2, 4). If the server refuses it, the API client's rule for 401 logs out. Without a
 * connection the session stays unchanged.
 */
export function ensureValidSession(nowMs: number = Date.now()): Promise<void> {
  const session = getSession();
  if (session.kind === 'none' || !isRevalidationDue(getLastValidatedAtMs(), nowMs)) {
    return Promise.resolve();
  }
  running ??= validate(session, nowMs).finally(() => {
    running = null;
  });
  return running;
}

/** Validates a session now, and stores its rights if it is still the current one. */
export async function validate(
  session: Exclude<Session, { kind: 'none' }>,
  nowMs: number,
): Promise<void> {
  try {
    if (session.kind === 'admin') {
      await client.sessions.checkAdminToken();
      if (getSession() === session) setSession(session, nowMs);
      return;
    }
    const { permissions, key_info } = await client.sessions.checkApiKey();
    if (getSession() === session) {
      setSession(
        { ...session, permissions: permissionBitsOf(permissions), keyInfo: key_info },
        nowMs,
      );
    }
  } catch {
    // After a 401 the API client has logged out already; other errors do not concern the credential.
  }
}
