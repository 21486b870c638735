import {
  rawTextShare,
  unlockTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#errors';
import { type HttpDependencies, mountEndpoint, mountStreamEndpoint } from '#http/mount-endpoint.ts';
import { isFresh, setShareCaching, sharePasswordOf } from '#http/share-content.ts';
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
    setShareCaching(reply, share, etagOf(share));
    if (query.peek || isHead) return presentSummary(textShares.counted(share));
    if (isFresh(request, etagOf(share))) return notModified(reply, presentSummary(share));
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
    const password = sharePasswordOf(request, query.password);
    const share = await textShares.peek(params.slug);
    setShareCaching(reply, share, etagOf(share));
    reply
      .type('text/plain; charset=utf-8')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', `inline; filename="${share.slug}.txt"`);
    const isLocked = share.passwordHash !== null;
    if (isLocked && password === undefined) throw new AppError('text_shares.password_required');
    if (isHead || isFresh(request, etagOf(share))) {
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

/** Weak, because the number of views changes and the text does not. */
function etagOf(share: TextShare): string {
  return `W/"${share.id}-${share.updatedAt.getTime().toString(36)}"`;
}

function notModified<Result>(reply: FastifyReply, result: Result): Result {
  reply.code(304).removeHeader('content-type').send();
  return result;
}
