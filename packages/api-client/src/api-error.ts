import type { ClientErrorCode, DetailsOf, ErrorCode, GeneralErrorCode } from './errors.ts';

/** Only error that `ApiClient` rejects with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Error code of the table, or of the client itself. Branch on it, never on `message`. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status; 0 if no Satchel server replied. */
  declare readonly status: number;
  /** Further data of the error, such as `{ seconds }` of a throttle. */
  declare readonly details: Readonly<Record<string, unknown>>;
  /** Id of the request in the server's log. */
  declare readonly requestId: string | undefined;

  constructor({
    message,
    cause,
    details,
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
    Object.assign(this, fields, { details: details ?? {} });
  }
}

/**
 * Rename, copy or removal, or one item of it, that the server could not finish. `message` is the
 * server's sentence.
 */
export class OperationError extends ApiError {
  constructor(message: string, code = 'server.internal') {
    // The reply that reported it had the status 200.
    super({ code: code as ErrorCode, status: 200, message });
  }
}

/**
 * {@link ApiError} of certain codes, with the details of each: a union by `code`.
 *
 * @example
 * const wait = ({ details }: ApiErrorOf<'auth.throttled'>) => details.seconds;
 */
export type ApiErrorOf<Code extends ErrorCode | ClientErrorCode> = Code extends unknown
  ? ApiError & { readonly code: Code; readonly details: DetailsOf<Code> }
  : never;

/**
 * Errors that a method may throw: the codes of its call, and those of every call.
 *
 * @example
 * type Failure = ErrorOf<typeof client.textShares.create>; // ApiError & { code: 'shares.slug_taken' } | …
 */
export type ErrorOf<Method> = Method extends { readonly errors?: infer Code }
  ? ApiErrorOf<Extract<Code, ErrorCode> | GeneralErrorCode>
  : never;

/** True for an {@link ApiError} with one of these codes; narrows its details. */
export function isApiError<Code extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly [Code, ...Code[]]
): error is ApiErrorOf<Code>;
/**
 * True for an {@link ApiError}. With the type of a method, `code` is narrowed to {@link ErrorOf}; a
 * newer server may send other codes, so a `switch` needs a `default`.
 *
 * @example
 * if (isApiError<typeof client.textShares.create>(error) && error.code === 'auth.throttled') {
 *   console.log(error.details.seconds);
 * }
 */
export function isApiError<Method = unknown>(
  error: unknown,
): error is unknown extends Method ? ApiError : ErrorOf<Method>;
export function isApiError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && (!codes[0] || codes.includes(error.code));
}

/** Error of a call whose signal was aborted, by a timeout or by the caller. */
export function abortError(
  { reason }: { readonly reason?: { readonly name?: unknown } },
  cause: unknown = reason,
): ApiError {
  return reason?.name === 'TimeoutError'
    ? failure('client.timeout', 'request timed out, server took too long', cause)
    : failure('client.cancelled', 'request cancelled or timed out', cause);
}

/**
 * Throws once a signal is aborted.
 *
 * @throws {ApiError} `client.timeout` if a timeout aborted it, else `client.cancelled`
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

/** Error of the client itself, without a reply of the server. */
export function failure(
  code: ClientErrorCode,
  message: string,
  cause: unknown,
  details?: DetailsOf<ClientErrorCode>,
): ApiError {
  return new ApiError({ code, status: 0, message, cause, details });
}

/** Error of a failed `fetch`. */
export function networkFailure(cause: unknown): ApiError {
  return failure('client.network', 'network connection failed, check network settings', cause);
}

/** Error body of the server. A proxy may send another one, of which only the sentence is used. */
interface ErrorReply {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

/** Reads an error reply of the server, or of a proxy in front of it. */
export function apiErrorOf(
  { status, statusText }: { readonly status: number; readonly statusText?: string },
  body: unknown,
): ApiError {
  const { error, message, details, requestId } = Object(body) as ErrorReply;
  return new ApiError({
    code: isCode(error)
      ? error
      : (CODES[status] ?? (status < 500 ? 'request.malformed' : 'server.unavailable')),
    status,
    // `Error` makes a string of whatever it is.
    message: (message ?? `HTTP error ${status}: ${statusText}`) as string,
    details,
    requestId,
  });
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.required',
  403: 'auth.forbidden',
  404: 'request.not_found',
  413: 'request.too_large',
  429: 'auth.throttled',
  // A proxy whose server is away answers another 5xx.
  500: 'server.internal',
};

/**
 * True if a string looks like an error code. Does not look it up in the table, because that would make
 * every page larger and would lack the codes of a newer server. `isErrorCode` does.
 */
function isCode(value: unknown): value is ErrorCode {
  return /^[a-z_]+\.[a-z_]+$/.test(value as string);
}
