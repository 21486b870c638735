import type { ClientErrorCode, ErrorCode } from './errors.ts';

export type { ClientErrorCode };

/** The one error that {@link ApiClient} rejects with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the error table, or of the client itself. Branch on it, never on `message`. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status, 0 where there was no reply. */
  declare readonly status: number;
  /** What the server says beyond the sentence, such as `{ seconds }` of a throttle. */
  declare readonly details: Readonly<Record<string, unknown>>;
  /** The reply's id for the server's log. */
  declare readonly requestId: string | undefined;

  constructor({
    message,
    cause,
    ...fields
  }: {
    code: ErrorCode | ClientErrorCode;
    status: number;
    message: string;
    details?: Readonly<Record<string, unknown>> | undefined;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(message, { cause });
    Object.assign(this, { ...fields, details: fields.details ?? {} });
  }
}

/**
 * Tells an {@link ApiError} from others, and one of certain codes from other ones.
 *
 * @example
 * if (isApiError(error, 'shares.slug_taken')) console.log('try another link');
 */
export function isApiError<Code extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code } {
  return (
    error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}

/** The error of a call whose signal was aborted, by a time limit or by the caller. */
export function abortError({ reason }: { readonly reason?: unknown }, cause: unknown): ApiError {
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? failure('client.timeout', 'request timed out, server took too long', cause)
    : failure('client.cancelled', 'request cancelled or timed out', cause);
}

/** An error of the client itself, where there was no reply of the server. */
export function failure(code: ClientErrorCode, message: string, cause: unknown): ApiError {
  return new ApiError({ code, status: 0, message, cause });
}

interface ErrorReply {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
  readonly requestId?: unknown;
}

/** Reads an error reply of the server, or of a proxy in front of it. */
export function apiErrorOf(status: number, statusText: string, body: unknown): ApiError {
  const reply: ErrorReply = isRecord(body) ? body : {};
  return new ApiError({
    code: isCode(reply.error) ? reply.error : codeOfStatus(status),
    status,
    message:
      typeof reply.message === 'string' ? reply.message : `HTTP error ${status}: ${statusText}`,
    details: isRecord(reply.details) ? reply.details : undefined,
    requestId: typeof reply.requestId === 'string' ? reply.requestId : undefined,
  });
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.required',
  403: 'auth.forbidden',
  404: 'request.not_found',
  413: 'request.too_large',
  429: 'auth.throttled',
  503: 'server.unavailable',
};

function codeOfStatus(status: number): ErrorCode {
  return CODES[status] ?? (status < 500 ? 'request.malformed' : 'server.internal');
}

/**
 * Whether a string looks like an error code. It is not looked up in the table, which would make every
 * page larger and would not have the codes of a newer server. `isErrorCode` does look it up.
 */
function isCode(value: unknown): value is ErrorCode {
  return /^[a-z_]+\.[a-z_]+$/.test(String(value));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
