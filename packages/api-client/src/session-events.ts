import type { ApiError } from './api-error.ts';
import type { FailedCall } from './client.ts';

/** Why a session is over (SPEC 4). */
export type SessionEnd = 'logout' | 'adminTokenExpired' | 'apiKeyInvalid';

/**
 * What a listener is told.
 *
 * @example
 * client.on('adminTokenExpired', ({ error }: SessionEvent) => showLogin(error?.message));
 */
export interface SessionEvent {
  readonly type: SessionEnd;
  /** What the server refused; undefined after `logout`. */
  readonly error: ApiError | undefined;
}

/** Calls with files, on which a refused key may only mean "not this file" (SPEC 4). */
const FILE_PATH = /^\/api\/(files|upload(-direct)?|s3|url|fs\/(upload|presign|multipart))(\/|$)/;

/**
 * Whether an error ends the session: a 401 on an administrator's token does, and a 401 on an API key
 * does but on file and upload calls that only say "no access" (SPEC 4). A wrong share password is a
 * 401 too, and says nothing about the session.
 *
 * @example
 * const end = sessionEndOf(error, { path: '/api/pastes', credential });
 */
export function sessionEndOf(
  { code }: ApiError,
  { path, credential }: FailedCall,
): 'adminTokenExpired' | 'apiKeyInvalid' | undefined {
  // The two codes of 401 that are about the credential, and not about a share's password.
  const isRefused = code === 'auth.required' || code === 'auth.invalid';
  if (!isRefused || !credential) return undefined;
  if (credential.kind === 'admin') return 'adminTokenExpired';
  return code === 'auth.required' && FILE_PATH.test(path) ? undefined : 'apiKeyInvalid';
}
