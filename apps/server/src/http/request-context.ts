import { type Language, languageOf } from '@satchel/api-client/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';

/** What a handler may know of a request beside its input. */
export interface RequestContext {
  /** Address under which the caller reaches the server, without a trailing slash. */
  readonly origin: string;
  /** The caller's address, for throttles. */
  readonly source: string;
  readonly language: Language;
  /** Aborted when the caller goes away before the reply is complete. */
  readonly signal: AbortSignal;
}

export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

export function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): RequestContext {
  let signal: AbortSignal | undefined;
  return {
    get origin() {
      return publicUrl ?? originOf(request);
    },
    get source() {
      return request.ip;
    },
    get language() {
      return languageOfRequest(request);
    },
    // Made on demand: most calls are over before anybody could cancel them.
    get signal() {
      signal ??= signalOf(reply);
      return signal;
    },
  };
}

/** What a client claims as the host goes into URLs that are signed, so it has to be one. */
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
