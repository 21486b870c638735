import type { LogoutReason, Session } from './session-store.ts';

export interface Refusal {
  readonly code: string;
  readonly status: number;
  /** The path of the call as its contract declares it. */
  readonly path: string;
}

const FILE_PATH = /^\/api\/(files|upload|upload-direct|s3)(\/|$)/;

/**
 * SPEC 4: a 401 on an admin token logs out; a 401 on an API key logs out, except on file and
 * upload calls that only say "no access". A wrong share password is a 401 too and says nothing
 * about the session.
 */
export function logoutReasonOf(session: Session, refusal: Refusal): LogoutReason | null {
  const isAboutCredential = refusal.code === 'auth.required' || refusal.code === 'auth.invalid';
  if (refusal.status !== 401 || !isAboutCredential || session.kind === 'none') return null;
  if (session.kind === 'admin') return 'admin_token_expired';
  const isOnlyNoAccess = refusal.code === 'auth.required' && FILE_PATH.test(refusal.path);
  return isOnlyNoAccess ? null : 'api_key_invalid';
}
