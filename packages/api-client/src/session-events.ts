import type { ApiError } from './api-error.ts';
import type { Credential, FailedCall } from './client.ts';

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
const FILE_PATH =
  /^\/api\/(files|upload|upload-direct|s3|url|fs\/(upload|presign|multipart))(\/|$)/;

/**
 * Whether an error ends the session: a 401 on an administrator's token does, and a 401 on an API key
 * does but on file and upload calls that only say "no access" (SPEC 4). A wrong share password is a
 * 401 too, and says nothing about the session.
 *
 * @example
 * const end = sessionEndOf(error, { path: '/api/pastes', credential });
 */
export function sessionEndOf(
  { code, status }: ApiError,
  { path, credential }: FailedCall,
): 'adminTokenExpired' | 'apiKeyInvalid' | undefined {
  const isAboutCredential = code === 'auth.required' || code === 'auth.invalid';
  if (status !== 401 || !isAboutCredential || !credential) return undefined;
  if (credential.kind === 'admin') return 'adminTokenExpired';
  return code === 'auth.required' && FILE_PATH.test(path) ? undefined : 'apiKeyInvalid';
}

/** Whether two credentials are one, so that a late refusal of the last one does not end the next. */
export function isSameCredential(one: Credential | undefined, other: Credential | undefined) {
  return JSON.stringify(one) === JSON.stringify(other);
}
