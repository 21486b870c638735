import { type Language, languageOf } from '@satchel/api-client/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';

/** Facts about a request that a handler may use, beside its input. */
export interface RequestContext {
  /** Address under which the caller reaches the server, without a trailing slash. */
  readonly origin: string;
  /** Origin for user content: `CONTENT_URL` if it is set. */
  readonly contentOrigin: string;
  /** The caller's address, for throttles. */
  readonly source: string;
  readonly language: Language;
  /** Aborted when the caller goes away before the reply is complete. */
  readonly signal: AbortSignal;
}

export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

/** In bytes, as the request tells it; undefined where it does not, as of one in chunks. */
export function contentLengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Addresses of this server, as far as they are configured. */
export interface PublicUrls {
  readonly publicUrl: string | undefined;
  readonly contentUrl: string | undefined;
}

/** Works each of these out on demand: most calls need none of them. */
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

/** A client's host goes into signed URLs, so it has to be valid. */
function originOf(request: FastifyRequest): string {
  const text = `${request.protocol}://${request.host}`;
  if (!URL.canParse(text) || new URL(text).pathname !== '/')
    throw new AppError('request.malformed');
  return new URL(text).origin;
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const response = reply.raw;
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
