import { entryThumbnail, fileShareThumbnail } from '@satchel/api-client/contract/thumbnails';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setContentHeaders } from '#http/content/content-headers.ts';
import { isFresh } from '#http/content/share-content.ts';
import { type HttpDependencies, mountStreamEndpoint } from '#http/contract/mount-endpoint.ts';
import type { Thumbnail, ThumbnailService } from './service.ts';

export function thumbnailRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  thumbnails: ThumbnailService,
): void {
  mountStreamEndpoint(app, http, entryThumbnail, async (call) => {
    const { caller, query, signal } = call;
    return send(call, await thumbnails.ofEntry(caller, query.path, query.size, signal));
  });
  mountStreamEndpoint(app, http, fileShareThumbnail, async (call) => {
    const { params, query, signal } = call;
    return send(call, await thumbnails.ofShare(params.slug, query.size, signal));
  });
}

interface SendCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly isHead: boolean;
}

/** Lets only the caller's browser cache it, which revalidates each time. */
async function send({ request, reply, signal, isHead }: SendCall, thumbnail: Thumbnail) {
  const { filename, etag } = thumbnail;
  const isKnown = isFresh(request, etag);
  const bytes = isKnown ? undefined : await thumbnail.read(signal);
  setContentHeaders(reply, {
    filename: `${filename}.webp`,
    contentType: 'image/webp',
    isDownload: false,
  });
  reply
    .header('accept-ranges', 'none')
    .header('cache-control', 'private, no-cache')
    .header('etag', etag);
  if (!bytes) return reply.code(304).send();
  reply.header('content-length', bytes.length);
  return reply.send(isHead ? undefined : bytes);
}
