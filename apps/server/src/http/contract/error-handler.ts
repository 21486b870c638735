import { type ErrorCode, isErrorCode } from '@satchel/api-client/errors';
import { errorMessage, type Language } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { en, zhCN } from 'zod/locales';
import { explainDatabaseError } from '#database/database-failure.ts';
import { AppError } from '#errors';
import { contentLengthOf, languageOfRequest } from './request-context.ts';

/** Problem of a field with U+0000 for programs; people get a sentence in their language. */
export const NUL_REFUSED = 'U+0000 is not allowed';

/** Thrown for a request whose input does not match the contract. */
export class InvalidInputError extends Error {
  readonly part: 'params' | 'query' | 'body';
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(part: InvalidInputError['part'], issues: readonly z.core.$ZodIssue[]) {
    super('invalid input');
    this.part = part;
    this.issues = issues;
  }
}

/** Fastify's own errors, as codes of our catalogue. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
};

/** Refusals whose details contain the seconds until a retry makes sense. */
const WITH_SECONDS: ReadonlySet<ErrorCode> = new Set([
  'auth.throttled',
  'auth.busy',
  'request.rate_limited',
  'server.overloaded',
]);

/** Refusals for reasons that are in the log already: load, the caller, or why the server is not ready. */
const QUIET: ReadonlySet<ErrorCode> = new Set([
  'auth.busy',
  'server.overloaded',
  'server.unavailable',
  'webdav.destination_elsewhere',
]);

/** Failures that are no fault of this server: of a source that the caller has named, or by a set limit. */
const NO_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'storage.insufficient',
  'url_uploads.source_unreachable',
  'url_uploads.source_timeout',
]);

const zodMessages = { en: en().localeError, zh: zhCN().localeError };

/** Writes every error reply (CONTRACT A1). */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const appError = toAppError(error, languageOfRequest(request));
  logFailure(appError, request, reply);
  replyWithError(appError, request, reply);
}

/** Reply to a call that failed: its status, and the body that `handleError` would send. */
export function errorReplyOf(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error, languageOfRequest(request));
  logFailure(appError, request, reply);
  return { status: appError.status, body: errorBody(appError, request) };
}

function logFailure(error: AppError, { log }: FastifyRequest, { raw }: FastifyReply): void {
  if (error.status < 500) return;
  // A caller that disconnects breaks its own upload or download, so that is no error of the server.
  const isQuiet = raw.destroyed || QUIET.has(error.code);
  if (isQuiet) log.debug({ err: error.cause ?? error }, error.code);
  else if (NO_FAULTS.has(error.code)) log.info({ details: error.details }, error.code);
  else log.error({ err: error.cause ?? error }, error.code);
}

function errorBody(error: AppError, request: FastifyRequest) {
  const { code, details, status } = error;
  return {
    success: false,
    code: status,
    error: code,
    message: errorMessage(code, languageOfRequest(request), details),
    data: null,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    requestId: request.id,
  };
}

export function replyWithError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const body = errorBody(error, request);
  reply.code(error.status).header('cache-control', 'no-store');
  // Fastify closes the connection of a body that nobody reads, and a client that still sends gets a reset in place of
  // this reply. Node drops the rest of the body, which ends where its length says.
  if (contentLengthOf(request) !== undefined) reply.removeHeader('connection');
  if (WITH_SECONDS.has(error.code)) {
    reply.header('retry-after', String(error.details.seconds));
  }
  // Removes headers that a failed content route has set, because they do not describe this body.
  for (const name of ['etag', 'content-disposition', 'content-range', 'last-modified']) {
    reply.removeHeader(name);
  }
  if (error.code === 'request.range_not_satisfiable') {
    reply.header('content-range', `bytes */${error.details.size}`);
  }
  if (wantsPlainText(request)) {
    reply.type('text/plain; charset=utf-8').send(`${body.message}\n`);
    return;
  }
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Content routes answer in plain text unless the caller asks for JSON (CONTRACT A5). */
function wantsPlainText(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return request.routeOptions.config.sendsContent === true
    ? !accept.includes('application/json')
    : /^\s*text\/plain\b/.test(accept);
}

function toAppError(error: FastifyError | Error, language: Language): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidInputError) return fromIssues(error, language);
  const known = 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  if (known) return new AppError(known);
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return new AppError('request.malformed', { cause: error });
  }
  const failure = explainDatabaseError(error);
  if (failure === 'full') return new AppError('server.disk_full', { cause: error });
  if (failure) return new AppError('server.database_unavailable', { cause: error });
  return new AppError('server.internal', { cause: error });
}

function fromIssues({ part, issues }: InvalidInputError, language: Language): AppError {
  const details = {
    part,
    issues: issues.map((issue) => ({ path: issue.path.join('.'), problem: issue.message })),
  };
  // A field's schema may name the error code to report.
  const coded = issues.find((issue) => isErrorCode(issue.message));
  if (coded && isErrorCode(coded.message)) return new AppError(coded.message, { details });
  const [first] = issues;
  const path = first?.path.join('.') || part;
  const sentence = first && describe(first, language);
  return new AppError('request.invalid', {
    details: { ...details, problem: sentence ? `${path}: ${sentence}` : path },
  });
}

function describe(issue: z.core.$ZodIssue, language: Language): string {
  // Says what the field should be, in which the lenient forms for older clients come after the first.
  const expected = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  if (expected) return describe(expected, language);
  if (issue.message === NUL_REFUSED) return serverMessage('input.nul', language);
  const message = zodMessages[language](issue as z.core.$ZodRawIssue);
  return (typeof message === 'string' ? message : message?.message) ?? issue.message;
}
