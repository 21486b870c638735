import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { contentLengthOf } from '../contract/request-context.ts';

/**
 * Parses JSON, and only with its own content type (SECURITY 8). Older clients send that type without a
 * body, and curl sends a form's type; an endpoint ignores a body it does not take (CONTRACT A1, F1,
 * F3).
 */
export function parseBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, body, done) => {
    const isPlain = /^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '');
    if (isPlain || !hasBody(request)) return done(null, body);
    // No route unpacks bodies, and a packed one must not be stored as the file (RFC 9110 15.5.16).
    reply.header('accept-encoding', 'identity');
    done(new AppError('request.unsupported_type'));
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser('*', (request, body, done) => {
    if (takesBody(request) && hasBody(request)) {
      done(new AppError('request.unsupported_type'));
    } else {
      body.resume();
      done(null, undefined);
    }
  });
}

function takesBody({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint?.kind === 'json' && config.endpoint.body !== undefined;
}

/** RFC 9112 6.3: a request with neither a length nor chunks has no body. */
function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || (contentLengthOf(request) ?? 0) > 0;
}
