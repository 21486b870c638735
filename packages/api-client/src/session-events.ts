import type { ApiError } from './api-error.ts';
import type { FailedCall } from './client.ts';

/** Reason why a session has ended. */
export type SessionEnd = 'logout' | 'adminTokenExpired' | 'apiKeyInvalid';

/**
 * Event that listeners get.
 *
 * @example
 * client.on('adminTokenExpired', ({ error }: SessionEvent) => showLogin(error?.message));
 */
export interface SessionEvent {
  readonly type: SessionEnd;
  /** Refusal of the server; undefined after `logout`. */
  readonly error: ApiError | undefined;
}

/** Calls with files, where older servers answer 401 to a valid key that lacks access to the file. */
const FILE_PATH = /\/(files|upload|s3\/|url|presign|multipart)/;

/**
 * Tells whether an error ends the session. A 401 to an administrator's token does. A 401 to an API key
 * does, except on calls with files, where it may only mean "no access to this file". The 401 of a wrong
 * share password does not concern the session.
 *
 * @example
 * const end = sessionEndOf(error, { path: '/api/pastes', credential });
 */
export function sessionEndOf(
  { code }: ApiError,
  { path, credential }: FailedCall,
): 'adminTokenExpired' | 'apiKeyInvalid' | undefined {
  // Only these two codes with status 401 are about the credential.
  const isRefused = code === 'auth.required' || code === 'auth.invalid';
  // The token of a delivery is no session; its page says that the delivery has ended.
  if (!isRefused || !credential || credential.kind === 'upload') return undefined;
  if (credential.kind === 'admin') return 'adminTokenExpired';
  return code === 'auth.required' && FILE_PATH.test(path) ? undefined : 'apiKeyInvalid';
}
