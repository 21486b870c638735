import {
  rawTextShare,
  unlockTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { type HttpDependencies, mountEndpoint, mountStreamEndpoint } from '#http/mount-endpoint.ts';
import { presentOpened, presentSummary } from './presenter.ts';
import type { TextShare, TextShareService } from './service.ts';

/** The calls that visitors make. HEAD and 304 spend no view (CONTRACT A3). */
export function textShareContentRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  textShares: TextShareService,
): void {
  mountEndpoint(app, http, viewTextShare, async ({ params, query, isHead, request, reply }) => {
    const share = await textShares.peek(params.slug);
    setCaching(reply, share);
    if (query.peek || isHead) return presentSummary(share);
    if (isFresh(request, share)) return notModified(reply, presentSummary(share));
    const opened = await textShares.open(share);
    return 'isLocked' in opened ? presentSummary(opened.share) : presentOpened(opened);
  });

  mountEndpoint(app, http, unlockTextShare, async ({ params, body, source, reply }) => {
    reply.header('cache-control', 'no-store');
    const share = await textShares.peek(params.slug);
    return presentOpened(await textShares.unlock(share, body.password, source));
  });

  mountStreamEndpoint(app, http, rawTextShare, async (call) => {
    const { params, query, source, isHead, request, reply } = call;
    const password = passwordOf(request, query.password);
    const share = await textShares.peek(params.slug);
    setCaching(reply, share);
    reply
      .type('text/plain; charset=utf-8')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', `inline; filename="${share.slug}.txt"`);
    const isLocked = share.passwordHash !== null;
    if (isLocked && password === undefined) throw new AppError('text_shares.password_required');
    if (isHead || isFresh(request, share)) {
      if (isLocked) await textShares.checkPassword(share, password ?? '', source);
      reply.header('content-length', Buffer.byteLength(share.content));
      return isHead ? reply.send() : reply.code(304).removeHeader('content-length').send();
    }
    const opened = isLocked
      ? await textShares.unlock(share, password ?? '', source)
      : await textShares.open(share);
    // It got a password between the two looks at it.
    if ('isLocked' in opened) throw new AppError('text_shares.password_required');
    return reply.send(opened.share.content);
  });
}

/** CONTRACT A5: the header, or the query where SPEC has it. */
function passwordOf(request: FastifyRequest, fromQuery: string | undefined): string | undefined {
  const fromHeader = request.headers['x-share-password'];
  return (typeof fromHeader === 'string' ? fromHeader : fromQuery) || undefined;
}

/** CONTRACT A5: protected and limited shares stay out of shared caches. */
function setCaching(reply: FastifyReply, share: TextShare): void {
  const isPrivate = share.passwordHash !== null || share.maxViews !== null;
  reply
    .header('cache-control', isPrivate ? 'private, no-cache' : 'public, no-cache')
    .header('etag', etagOf(share));
}

/** Weak, because the number of views changes and the text does not. */
function etagOf(share: TextShare): string {
  return `W/"${share.id}-${share.updatedAt.getTime().toString(36)}"`;
}

function isFresh(request: FastifyRequest, share: TextShare): boolean {
  const condition = request.headers['if-none-match'];
  if (condition === undefined) return false;
  const tags = condition.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etagOf(share));
}

function notModified<Result>(reply: FastifyReply, result: Result): Result {
  reply.code(304).removeHeader('content-type').send();
  return result;
}
