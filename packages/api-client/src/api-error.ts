import type { ErrorCode } from './errors.ts';

/** Codes of failures that have no reply to name one. */
export type ClientErrorCode =
  | 'client.cancelled'
  | 'client.timeout'
  | 'client.network'
  | 'client.invalid_reply';

/** The one error that {@link ApiClient} rejects with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the error table, or of the client itself. Branch on it, never on `message`. */
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status, 0 where there was no reply. */
  readonly status: number;
  /** What the server says beyond the sentence, such as `{ seconds }` of a throttle. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The reply's id for the server's log. */
  readonly requestId: string | undefined;

  constructor(fields: {
    code: ErrorCode | ClientErrorCode;
    status: number;
    message: string;
    details?: Readonly<Record<string, unknown>> | undefined;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(fields.message, { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details ?? {};
    this.requestId = fields.requestId;
  }
}

interface ErrorReply {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
  readonly requestId?: unknown;
}

/** Reads an error reply of the server, or of a proxy in front of it. */
export function apiErrorOf(status: number, statusText: string, body: unknown): ApiError {
  const reply: ErrorReply = typeof body === 'object' && body !== null ? body : {};
  return new ApiError({
    code: isCode(reply.error) ? reply.error : codeOfStatus(status),
    status,
    message:
      typeof reply.message === 'string' ? reply.message : `HTTP error ${status}: ${statusText}`,
    details: isRecord(reply.details) ? reply.details : undefined,
    requestId: typeof reply.requestId === 'string' ? reply.requestId : undefined,
  });
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'auth.required';
  if (status === 403) return 'auth.forbidden';
  if (status === 404) return 'request.not_found';
  if (status === 413) return 'request.too_large';
  if (status === 429) return 'auth.throttled';
  if (status >= 500) return status === 503 ? 'server.unavailable' : 'server.internal';
  return 'request.malformed';
}

/**
 * By its form, not by the table: that would come along with every page, and a newer server's code is
 * a code too. `isErrorCode` of the table tells whether this version has a sentence for it.
 */
function isCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[a-z_]+\.[a-z_]+$/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
