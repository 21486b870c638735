import { type Language, languageOf } from '@satchel/api-client/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';

/** Facts about a request that a handler may use, besides its input. */
export interface RequestContext {
  /** Origin under which the caller reaches the server, without a trailing slash. */
  readonly origin: string;
  /** Origin for user content: `CONTENT_URL` if it is set. */
  readonly contentOrigin: string;
  /** Address of the caller, for throttles. */
  readonly source: string;
  readonly language: Language;
  /** Aborted when the caller disconnects before the reply is complete. */
  readonly signal: AbortSignal;
}

export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

/** Content length in bytes; undefined if the request does not state it, as in a chunked one. */
export function contentLengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Refuses a body that is a part of a file, such as the rest that `curl -C -` sends, because it would be stored
 * as the whole (RFC 9110 14.4).
 *
 * @throws {AppError} `request.malformed`
 */
export function assertWholeBody({ headers }: FastifyRequest): void {
  if (headers['content-range'] !== undefined) throw new AppError('request.malformed');
}

/** Public addresses of this server, if configured. */
export interface PublicUrls {
  readonly publicUrl: string | undefined;
  readonly contentUrl: string | undefined;
}

/** Computes each fact on demand, because most calls need none of them. */
export class RequestFacts implements RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly #urls: PublicUrls;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, urls: PublicUrls) {
    this.request = request;
    this.reply = reply;
    this.#urls = urls;
  }

  get origin() {
    return this.#urls.publicUrl ?? originOf(this.request);
  }

  get contentOrigin() {
    return this.#urls.contentUrl ?? this.origin;
  }

  get source() {
    return this.request.ip;
  }

  get language() {
    return languageOfRequest(this.request);
  }

  get isHead() {
    return this.request.method === 'HEAD';
  }

  get isAsync() {
    const { async: value } = this.request.query as { readonly async?: unknown };
    return value === '1' || value === 'true';
  }

  get waitMs() {
    const { wait_ms: value } = this.request.query as { readonly wait_ms?: unknown };
    return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
  }

  get signal() {
    this.#signal ??= signalOf(this.reply);
    return this.#signal;
  }
}

/** Validates the host from the request, because it becomes part of signed URLs. */
function originOf(request: FastifyRequest): string {
  const text = `${request.protocol}://${request.host}`;
  if (!URL.canParse(text) || new URL(text).pathname !== '/')
    throw new AppError('request.malformed');
  return new URL(text).origin;
}

/** Signals by response, because the calls of a batch share theirs. */
const signals = new WeakMap<object, AbortSignal>();

function signalOf(reply: FastifyReply): AbortSignal {
  const response = reply.raw;
  const known = signals.get(response);
  if (known) return known;
  const controller = new AbortController();
  signals.set(response, controller.signal);
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

export function isPlainText({ headers }: FastifyRequest): boolean {
  return /^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '');
}
