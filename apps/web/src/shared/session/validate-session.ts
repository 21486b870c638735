import { checkAdminToken, checkApiKey } from '@satchel/api-client/contract/sessions';
import { isRevalidationDue, permissionBitsOf } from '@satchel/permissions';
import { api } from '#shared/api/api.ts';
import { getLastValidatedAtMs, getSession, type Session, setSession } from './session-store.ts';

let running: Promise<void> | null = null;

/**
 * SPEC 2 and 4: a stored credential is validated at startup, and before protected routes when that
 * is more than 5 minutes ago. A refused one is dropped by the 401 rule of the API client; without a
 * connection the session stays as it is.
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

async function validate(session: Exclude<Session, { kind: 'none' }>, nowMs: number): Promise<void> {
  try {
    if (session.kind === 'admin') {
      await api.call(checkAdminToken, {});
      if (getSession() === session) setSession(session, nowMs);
      return;
    }
    const { permissions, key_info } = await api.call(checkApiKey, {});
    if (getSession() === session) {
      setSession(
        { ...session, permissions: permissionBitsOf(permissions), keyInfo: key_info },
        nowMs,
      );
    }
  } catch {
    // The 401 rule has logged out already; anything else tells nothing about the credential.
  }
}
