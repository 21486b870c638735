/**
 * Reason of a failure as a stable string to branch on. Codes that end in `_failed` are final: their retries
 * are spent.
 *
 * - `aborted`: {@link Upload.abort} or the caller's signal
 * - `network`, `timeout`, `stalled`, `http`: one try of one request
 * - `part_failed`: a part's retries are spent, or the store refused it; see `cause`
 * - `missing_etag`: the store's CORS rules hide the ETag header
 * - `create_failed`, `sign_failed`, `list_failed`, `complete_failed`: the server's calls
 * - `no_such_upload`: the store does not know the upload any more
 * - `size_mismatch`: the finished object has not the file's size
 * - `file_too_large`, `file_unreadable`: the file
 *
 * @example
 * const isMisconfigured = (code: UploadErrorCode) => code === 'missing_etag';
 */
export type UploadErrorCode = keyof typeof MESSAGES;

// English sentences for people; programs branch on the code.
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

/** Failures of a single request, after which trying again may help. */
const PASSING: readonly UploadErrorCode[] = ['network', 'timeout', 'stalled'];

/**
 * Details of a failure besides its code.
 *
 * @example
 * const details: UploadErrorDetails = { status: 503, retryAfterMs: 2000, retryable: true };
 */
export interface UploadErrorDetails {
  /** The part concerned, counted from 1. */
  readonly partNumber?: number | undefined;
  /** The HTTP status, where a server answered. */
  readonly status?: number | undefined;
  /** Whether trying again may help; default for `network`, `timeout` and `stalled` only. */
  readonly retryable?: boolean;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Caught error. */
  readonly cause?: unknown;
}

/**
 * The one error class of this package. `message` is an English sentence for people.
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

/** Makes an {@link UploadError} of whatever a port threw. */
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
  // The status is in `response` for ky and axios, in `$metadata` for the AWS SDK.
  const answered = status ?? response?.status ?? $metadata?.httpStatusCode;
  return httpError(Number(answered), { retryAfterMs, cause });
}

/**
 * The error of an answer. Where its status is 0, or not a number, there was none: the request did not
 * reach the server, or its answer was lost.
 */
export function httpError(status: number, details: UploadErrorDetails): UploadError {
  if (!status) return new UploadError('network', details);
  const retryable = status === 408 || status === 429 || status >= 500;
  return new UploadError('http', { ...details, status, retryable });
}

/** The error of a whole step, with the failure of its last try as the cause. */
export function stepError(
  code: UploadErrorCode,
  failure: UploadError,
  partNumber: number | undefined,
): UploadError {
  if (failure.code !== 'http' && !PASSING.includes(failure.code)) return failure;
  return new UploadError(code, { ...failure, partNumber, cause: failure });
}
