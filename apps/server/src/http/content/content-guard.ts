import type { IncomingMessage } from 'node:http';
import { isAskedForAsCode } from '@satchel/local-s3/content-safety';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';

/**
 * Keeps uploaded content from running as part of our pages (SECURITY 20). The server refuses to serve
 * it as a script, style sheet, worker or embed. With `contentUrl` it serves content from that origin
 * only.
 */
export function guardContent(app: FastifyInstance, contentUrl: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, sendsContent = false } = request.routeOptions.config;
    if (sendsContent && isAskedForAsCode(request.headers)) {
      done(new AppError('content.not_code'));
    } else if (contentUrl === undefined) {
      done();
    } else if (isHostOf(contentUrl, request.host)) {
      done(sendsContent ? undefined : new AppError('request.not_found'));
    } else if (sendsContent && endpoint?.method === 'GET' && !hasCredential(request)) {
      reply.header('cache-control', 'no-store').redirect(contentUrl + request.url, 307);
    } else {
      done();
    }
  });
}

/**
 * True if a request reads an object of the embedded store by URL alone, as a page does, from another
 * origin than that of content. Uploads and S3 clients, which sign a header, may use any origin.
 */
export function isContentElsewhere(
  { method, headers }: IncomingMessage,
  contentUrl: string | undefined,
): boolean {
  if (contentUrl === undefined || isHostOf(contentUrl, headers.host ?? '')) return false;
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

const CREDENTIALS = ['authorization', 'x-custom-auth-key', 'x-share-password'];

/**
 * A program that sends its credential, or the password of a share, may use any origin, because no page
 * navigates with one. The client of our API follows no redirect with a password.
 */
function hasCredential({ headers }: FastifyRequest): boolean {
  return CREDENTIALS.some((name) => headers[name] !== undefined);
}

function isHostOf(url: string, host: string): boolean {
  return new URL(url).host === host.toLowerCase();
}
