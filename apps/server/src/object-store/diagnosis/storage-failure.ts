import { statusOf } from '../s3/s3-errors.ts';

/** Reason why a storage call failed, in words that help an administrator fix it. */
export type StorageProblem =
  | 'unreachable'
  | 'no_name'
  | 'tls'
  | 'no_tls'
  | 'timeout'
  | 'not_s3'
  | 'no_bucket'
  | 'denied'
  | 'unknown_key'
  | 'wrong_secret'
  | 'clock'
  | 'wrong_region'
  | 'unsupported'
  | 'full'
  | 'unknown';

export interface StorageFailure {
  readonly problem: StorageProblem;
  /** Error code of the storage or the network, such as `NoSuchBucket`. */
  readonly code: string;
}

const BY_CODE: Readonly<Record<string, StorageProblem>> = {
  NoSuchBucket: 'no_bucket',
  InvalidBucketName: 'no_bucket',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  AccountProblem: 'denied',
  InvalidAccessKeyId: 'unknown_key',
  SignatureDoesNotMatch: 'wrong_secret',
  RequestTimeTooSkewed: 'clock',
  PermanentRedirect: 'wrong_region',
  TemporaryRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
  NotImplemented: 'unsupported',
  MethodNotAllowed: 'unsupported',
  QuotaExceeded: 'full',
  EntityTooLarge: 'full',
  ENOTFOUND: 'no_name',
  EAI_AGAIN: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPROTO: 'no_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
  AbortError: 'timeout',
  TimeoutError: 'timeout',
  RequestTimeout: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'unreachable',
  InvalidReply: 'not_s3',
};

const BY_STATUS: Readonly<Record<number, StorageProblem>> = {
  301: 'wrong_region',
  307: 'wrong_region',
  308: 'wrong_region',
  401: 'denied',
  403: 'denied',
  404: 'no_bucket',
  405: 'unsupported',
  501: 'unsupported',
  507: 'full',
};

/** Explains an error thrown by the SDK or `fetch`. */
export function explainStorageError(error: unknown): StorageFailure {
  const names = namesOf(error);
  const code = names.find((name) => BY_CODE[name] !== undefined);
  if (code !== undefined) return { problem: BY_CODE[code] ?? 'unknown', code };
  // Successful reply that the SDK cannot parse: a web page, a proxy, another protocol.
  if (hasReadableStatus(error) || names.some((name) => name.startsWith('HPE_'))) {
    return { problem: 'not_s3', code: names[0] ?? 'Error' };
  }
  const [name = 'Error'] = names;
  const status = statusOf(error) ?? 0;
  // A storage's 404 has an error code; a web server's has only the status.
  if (status === 404 && name === 'Error') return { problem: 'not_s3', code: String(status) };
  return explainStorageReply(status, name);
}

/** Explains an unsuccessful answer; `code` is the one of its XML body. */
export function explainStorageReply(status: number, code: string): StorageFailure {
  return { problem: BY_CODE[code] ?? BY_STATUS[status] ?? 'unknown', code };
}

function hasReadableStatus(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('$response' in error)) return false;
  const { statusCode } = error.$response as { readonly statusCode?: number };
  return statusCode !== undefined && statusCode < 300;
}

/** Names of an error and its causes, because `fetch` puts the reason into one or several causes. */
function namesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return [...code, error.name, ...inner.flatMap(namesOf)];
}
