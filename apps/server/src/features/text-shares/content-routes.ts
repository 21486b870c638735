import {
  rawTextShare,
  unlockTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import type { FastifyReply } from 'fastify';
import { AppError } from '#errors';
import { isFresh, setShareCaching, sharePasswordOf } from '#http/content/share-content.ts';
import {
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { presentOpened, presentSummary } from './presenter.ts';
import type { TextShareService, TextShareSummary } from './service.ts';

/** Routes for visitors. HEAD and 304 spend no view and read no text (CONTRACT A3, A6). */
export function textShareContentRoutes(http: HttpDependencies, textShares: TextShareService): void {
  mountEndpoint(http, viewTextShare, async ({ params, query, isHead, request, reply }) => {
    const share = await textShares.peek(params.slug);
    const summarize = () => presentSummary(textShares.counted(share));
    describe(reply, share);
    if (query.peek) return summarize();
    if (isFresh(request, etagOf(share))) return endHere(reply.code(304), summarize());
    // The length of a GET reply is unknown without the text, so HEAD has none.
    if (isHead) return endHere(reply.type('application/json; charset=utf-8'), summarize());
    const opened = await textShares.open(share);
    describe(reply, opened.share);
    return 'isLocked' in opened ? presentSummary(opened.share) : presentOpened(opened);
  });

  mountEndpoint(http, unlockTextShare, async ({ params, body, source, reply }) => {
    reply.header('cache-control', 'no-store');
    const share = await textShares.peek(params.slug);
    return presentOpened(await textShares.unlock(share, body.password, source));
  });

  mountStreamEndpoint(http, rawTextShare, async (call) => {
    const { params, query, source, isHead, request, reply } = call;
    const password = sharePasswordOf(request, query.password);
    const share = await textShares.peek(params.slug);
    describe(reply, share);
    reply
      .type('text/plain; charset=utf-8')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', `inline; filename="${share.slug}.txt"`);
    const isLocked = share.passwordHash !== null;
    if (isLocked && password === undefined) throw new AppError('text_shares.password_required');
    const isUnchanged = isFresh(request, etagOf(share));
    if (isHead || isUnchanged) {
      if (isLocked) await textShares.checkPassword(share, password ?? '', source);
      if (isUnchanged) return reply.code(304).send();
      return reply.header('content-length', await textShares.contentBytesOf(share)).send();
    }
    const opened = isLocked
      ? await textShares.unlock(share, password ?? '', source)
      : await textShares.open(share);
    // The share got a password between the two reads.
    if ('isLocked' in opened) throw new AppError('text_shares.password_required');
    describe(reply, opened.share);
    return reply.send(opened.content);
  });
}

function describe(reply: FastifyReply, share: TextShareSummary): void {
  setShareCaching(reply, share, etagOf(share));
}

/**
 * ETag of the version. It must reveal nothing of the text (CONTRACT A6). It is weak, because the number
 * of views changes and the text does not.
 */
function etagOf({ id, updatedAt }: TextShareSummary): string {
  return `W/"${id}-${updatedAt.getTime().toString(36)}"`;
}

function endHere<Result>(reply: FastifyReply, result: Result): Result {
  reply.send();
  return result;
}
