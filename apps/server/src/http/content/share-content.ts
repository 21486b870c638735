import type { FastifyReply, FastifyRequest } from 'fastify';
import { headerText } from '#files/header-text.ts';
import { type Guards, isGuarded } from '#share-rules/limits.ts';

/**
 * CONTRACT A5: password of a share, from its header, or from the query for the routes that SPEC lists.
 */
export function sharePasswordOf(
  request: FastifyRequest,
  fromQuery: string | undefined,
): string | undefined {
  const fromHeader = request.headers['x-share-password'];
  return (typeof fromHeader === 'string' ? headerText(fromHeader) : fromQuery) || undefined;
}

/** CONTRACT A5: protected and limited shares stay out of shared caches. */
export function shareCacheControl(share: Guards): string {
  return isGuarded(share) ? 'private, no-cache' : 'public, no-cache';
}

export function setShareCaching(reply: FastifyReply, share: Guards, etag: string | null): void {
  reply.header('cache-control', shareCacheControl(share));
  if (etag !== null) reply.header('etag', etag);
}

/** True if the caller has this version already: `If-None-Match`, compared weakly (RFC 9110 13.1.2). */
export function isFresh(request: FastifyRequest, etag: string | null): boolean {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || etag === null) return false;
  const tags = condition.split(',').map((tag) => weak(tag.trim()));
  return tags.includes('*') || tags.includes(weak(etag));
}

function weak(etag: string): string {
  return etag.replace(/^W\//, '');
}
