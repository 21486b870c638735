import {
  fileShareDownload,
  fileShareView,
  officePreview,
  unlockFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setContentHeaders } from '#http/content-headers.ts';
import { type HttpDependencies, mountEndpoint, mountStreamEndpoint } from '#http/mount-endpoint.ts';
import { rangeOf } from '#http/send-object.ts';
import { isFresh, setShareCaching, sharePasswordOf } from '#http/share-content.ts';
import type { FileSharePresenter } from '../presenter.ts';
import type { FileShare, FileShareService } from '../service.ts';

/** The calls that visitors make. HEAD, 304 and what is refused spend no view (CONTRACT A3). */
export function fileShareContentRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { content }: FileShareService,
  present: FileSharePresenter,
): void {
  mountEndpoint(app, http, viewFileShare, async ({ params, query, isHead, origin, reply }) => {
    reply.header('cache-control', 'no-store');
    if (query.peek || isHead) {
      return present.visited(await content.peek(params.slug), origin, false);
    }
    const opened = await content.open(params.slug);
    const visited = await present.visited(opened.share, origin, !('isLocked' in opened));
    return 'isLocked' in opened ? visited : { ...visited, isLastView: opened.isLastView };
  });

  mountEndpoint(app, http, unlockFileShare, async ({ params, body, source, origin, reply }) => {
    reply.header('cache-control', 'no-store');
    const { share, isLastView } = await content.unlock(params.slug, body.password, source);
    return { ...(await present.visited(share, origin, true)), isLastView };
  });

  mountEndpoint(app, http, officePreview, async (call) => {
    const { params, query, source, isHead, origin, request, reply } = call;
    reply.header('cache-control', 'no-store');
    const password = sharePasswordOf(request, query.password);
    const visitor = { grant: query.grant, password, source };
    const share = await content.openForViewer(params.slug, visitor, isHead);
    return present.forViewer(share, origin, query.expires_in);
  });

  for (const endpoint of [fileShareView, fileShareDownload] as const) {
    mountStreamEndpoint(app, http, endpoint, async (call) => {
      const { params, query, source, request, reply, signal, isHead } = call;
      const { share, costsView } = await content.authorize(params.slug, {
        grant: query.grant,
        password: sharePasswordOf(request, query.password),
        source,
      });
      const isDownload = endpoint === fileShareDownload;
      // What a share in place is now its storage has to be asked, so only where that decides.
      const { etag, size } =
        isHead || isConditional(request) ? await content.version(share, signal) : share;
      setHeaders(reply, share, etag, isDownload);
      if (isFresh(request, etag)) return reply.code(304).send();
      if (isHead) return reply.header('content-length', String(size)).send();
      const object = await content.read(share, costsView, currentRangeOf(request, etag), signal);
      reply.header('content-length', object.contentLength).header('etag', object.etag);
      if (object.lastModified) reply.header('last-modified', object.lastModified.toUTCString());
      if (object.contentRange) reply.code(206).header('content-range', object.contentRange);
      return reply.send(object.body);
    });
  }
}

function setHeaders(
  reply: FastifyReply,
  share: FileShare,
  etag: string | null,
  isDownload: boolean,
): void {
  const { filename, mimetype: contentType } = share;
  setContentHeaders(reply, { filename, contentType, isDownload });
  setShareCaching(reply, share, etag);
}

function isConditional({ headers }: FastifyRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-range'] !== undefined;
}

/** RFC 9110 13.1.5: a range of another version is no range. */
function currentRangeOf(request: FastifyRequest, etag: string | null): string | undefined {
  const { 'if-range': ifRange } = request.headers;
  return typeof ifRange === 'string' && ifRange !== etag ? undefined : rangeOf(request);
}
