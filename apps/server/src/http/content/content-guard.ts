import type { IncomingMessage } from 'node:http';
import { isAskedForAsCode } from '@satchel/local-s3/content-safety';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';

/**
 * Keeps what users upload from becoming a part of a page of ours (SECURITY 20): it is not served as
 * a script, style sheet, worker or embed, and, with `contentUrl`, from no origin but that.
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
 * Whether a request to the embedded store reads an object by an address alone, as a page does, from
 * another origin than that of content. Uploads and S3 clients, which sign a header, may come here.
 */
export function isContentElsewhere(
  { method, headers }: IncomingMessage,
  contentUrl: string | undefined,
): boolean {
  if (contentUrl === undefined || isHostOf(contentUrl, headers.host ?? '')) return false;
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** A program that sends its credential stays on the address it knows: no page navigates with one. */
function hasCredential({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-custom-auth-key'] !== undefined;
}

function isHostOf(url: string, host: string): boolean {
  return new URL(url).host === host.toLowerCase();
}
