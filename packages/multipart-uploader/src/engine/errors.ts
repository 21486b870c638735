/**
 * Reason of a failure as a stable string for programs. Codes that end in `_failed` are final: all retries
 * have failed.
 *
 * - `aborted`: {@link Upload.abort} or the caller's signal
 * - `network`, `timeout`, `stalled`, `http`: one attempt of one request
 * - `part_failed`: all retries of a part have failed, or the store refused it; see `cause`
 * - `missing_etag`: the store's CORS rules hide the ETag header
 * - `create_failed`, `sign_failed`, `list_failed`, `complete_failed`: calls to the server
 * - `no_such_upload`: the upload no longer exists in the store
 * - `size_mismatch`: the size of the finished object differs from the file's
 * - `file_too_large`, `file_unreadable`: the file
 *
 * @example
 * const isMisconfigured = (code: UploadErrorCode) => code === 'missing_etag';
 */
export type UploadErrorCode = keyof typeof MESSAGES;

// English sentences for people; programs use the code.
const MESSAGES = {
  aborted: 'upload aborted',
  network: 'network error',
  timeout: 'upload timeout',
  stalled: 'upload timeout',
  http: 'upload failed',
  part_failed: 'some parts failed to upload',
  missing_etag: 'no ETag obtained: CORS must expose ETag',
  create_failed: 'failed to initialize multipart upload',
  sign_failed: 'failed to refresh presigned URLs',
  list_failed: 'failed to list parts',
  complete_failed: 'failed to complete multipart upload',
  no_such_upload: 'no such upload',
  size_mismatch: 'the stored size differs',
  file_too_large: 'the file is too large',
  file_unreadable: 'the file has changed',
} as const;

/** Failures of a single request that a retry may fix. */
const PASSING: readonly UploadErrorCode[] = ['network', 'timeout', 'stalled'];

/**
 * Details of a failure besides its code.
 *
 * @example
 * const details: UploadErrorDetails = { status: 503, retryAfterMs: 2000, retryable: true };
 */
export interface UploadErrorDetails {
  /** Number of the part, starting at 1. */
  readonly partNumber?: number | undefined;
  /** HTTP status, if a server answered. */
  readonly status?: number | undefined;
  /** Whether a retry may help; by default only for `network`, `timeout` and `stalled`. */
  readonly retryable?: boolean;
  /** Delay that the server asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Caught error. */
  readonly cause?: unknown;
}

/**
 * The only error class of this package. `message` is an English sentence for people.
 *
 * @example
 * try {
 *   await upload.done;
 * } catch (error) {
 *   if (error instanceof UploadError && error.code === 'missing_etag') console.warn(error.message);
 * }
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  declare readonly code: UploadErrorCode;
  declare readonly partNumber: number | undefined;
  declare readonly status: number | undefined;
  declare readonly retryable: boolean;
  declare readonly retryAfterMs: number | undefined;

  constructor(code: UploadErrorCode, { cause, ...details }: UploadErrorDetails = {}) {
    super(code === 'http' ? `${MESSAGES.http}: ${details.status}` : MESSAGES[code], { cause });
    Object.assign(this, { retryable: PASSING.includes(code), ...details, code });
  }
}

/** Converts any error of a port to an {@link UploadError}. */
export function toUploadError(cause: unknown): UploadError {
  if (cause instanceof UploadError) return cause;
  const { status, response, $metadata, code, name, retryAfterMs } = Object(cause) as {
    status?: unknown;
    response?: { status?: unknown };
    $metadata?: { httpStatusCode?: unknown };
    code?: unknown;
    name?: unknown;
    retryAfterMs?: number;
  };
  if ([code, name].includes('NoSuchUpload')) {
    return new UploadError('no_such_upload', { status: 404, cause });
  }
  // ky and axios have the status in `response`, the AWS SDK in `$metadata`.
  const answered = status ?? response?.status ?? $metadata?.httpStatusCode;
  return httpError(Number(answered), { retryAfterMs, cause });
}

/**
 * Creates the error of an HTTP answer. A status of 0, or one that is not a number, means that there was no
 * answer: the request did not reach the server, or its answer was lost.
 */
export function httpError(status: number, details: UploadErrorDetails): UploadError {
  if (!status) return new UploadError('network', details);
  // A full storage (507) stays full until somebody acts (RFC 4918 11.5).
  const retryable = [408, 429].includes(status) || (status >= 500 && status !== 507);
  return new UploadError('http', { ...details, status, retryable });
}

/** Creates the error of a whole step, with the failure of its last attempt as the cause. */
export function stepError(
  code: UploadErrorCode,
  failure: UploadError,
  partNumber: number | undefined,
): UploadError {
  if (failure.code !== 'http' && !PASSING.includes(failure.code)) return failure;
  return new UploadError(code, { ...failure, partNumber, cause: failure });
}
