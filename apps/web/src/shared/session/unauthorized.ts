import type { LogoutReason, Session } from './session-store.ts';

export interface Refusal {
  readonly code: string;
  readonly status: number;
  /** The path of the call as its contract declares it. */
  readonly path: string;
}

const FILE_PATH = /^\/api\/(files|upload|upload-direct|s3)(\/|$)/;

/**
 * Whether a 401 ends the session (SPEC 4). To an administrator's token it does; to an API key it does,
 * except on calls with files, where it may only mean "no access to this file". The 401 of a wrong
 * share password says nothing about the session.
 */
export function logoutReasonOf(session: Session, refusal: Refusal): LogoutReason | null {
  const isAboutCredential = refusal.code === 'auth.required' || refusal.code === 'auth.invalid';
  if (refusal.status !== 401 || !isAboutCredential || session.kind === 'none') return null;
  if (session.kind === 'admin') return 'admin_token_expired';
  const isOnlyNoAccess = refusal.code === 'auth.required' && FILE_PATH.test(refusal.path);
  return isOnlyNoAccess ? null : 'api_key_invalid';
}
