import { Readable } from 'node:stream';
import {
  bundleArchive,
  followBundle,
  readBundleFile,
  unlockBundle,
  viewBundle,
  visitBundleItems,
} from '@satchel/api-client/contract/bundles';
import type { FastifyRequest } from 'fastify';
import { sendArchive } from '#http/content/sending/send-archive.ts';
import { sendEvents } from '#http/content/sending/send-events.ts';
import { sendObject } from '#http/content/sending/send-object.ts';
import { sendThumbnail } from '#http/content/sending/send-thumbnail.ts';
import { shareCacheControl, sharePasswordOf } from '#http/content/share-content.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import type { BundlePresenter } from '../presenter.ts';
import type { BundleService } from '../service.ts';

export interface BundleRouteDependencies {
  readonly bundles: BundleService;
  readonly present: BundlePresenter;
}

/** Routes of visitors. HEAD, 304 and refused requests spend no visit (CONTRACT A3). */
export function bundleVisitRoutes(
  http: HttpDependencies,
  { bundles, present }: BundleRouteDependencies,
): void {
  const { visits, content } = bundles;

  mountEndpoint(http, viewBundle, async ({ params, query, isHead, signal, reply }) => {
    reply.header('cache-control', 'no-store');
    const opened = query.peek
      ? await visits.look(params.slug, query.grant, signal)
      : await visits.open(params.slug, isHead, signal);
    const visited = present.visited(opened.bundle, 'grant' in opened ? opened : undefined);
    // The reply to GET also has a grant, so HEAD has no length.
    if (isHead && !query.peek) reply.type('application/json; charset=utf-8').send();
    return visited;
  });

  const unlock = async ({ params, body, source, signal, reply }: Call<typeof unlockBundle>) => {
    reply.header('cache-control', 'no-store');
    const visit = await visits.unlock(params.slug, body.password, source, signal);
    return present.visited(visit.bundle, visit);
  };
  mountEndpoint(http, unlockBundle, unlock, {
    versionOf: ({ params }) => visits.versionOf(params.slug),
  });

  mountEndpoint(http, visitBundleItems, async (call) => {
    const { params, query, isHead, signal, reply } = call;
    reply.header('cache-control', 'no-store');
    const { share: bundle, costsView } = await visits.authorize(params.slug, credentialsOf(call));
    const listed = await content.list(bundle, query, signal);
    if (costsView && !isHead) await visits.spend(bundle);
    return present.items(listed, false);
  });

  mountStreamEndpoint(http, followBundle, async (call) => {
    const { params, request, source, isHead, signal, reply } = call;
    const visit = await visits.authorize(params.slug, credentialsOf(call));
    if (visit.costsView && !isHead) await visits.spend(visit.share);
    if (isHead) return sendEvents(reply, undefined);
    const follower = { ...visit, lastId: lastEventOf(request), source };
    const events = bundles.events.follow(follower, signal);
    return sendEvents(reply, Readable.from(events));
  });
}

/** Routes whose reply is content. */
export function bundleContentRoutes(
  http: HttpDependencies,
  { bundles }: BundleRouteDependencies,
): void {
  const { visits, content } = bundles;

  mountStreamEndpoint(http, readBundleFile, async (call) => {
    const { params, query, request, isHead, contentOrigin, signal } = call;
    const { share: bundle, costsView } = await visits.authorize(params.slug, {
      ...credentialsOf(call),
      isThumbnail: query.thumbnail !== undefined,
    });
    const file = await content.find(bundle, pathOf(request), signal);
    if (query.thumbnail !== undefined) {
      const thumbnail = await bundles.thumbnailOf(file, query.thumbnail, signal);
      if (costsView && !isHead) await visits.spend(bundle);
      return sendThumbnail(call, thumbnail);
    }
    const isDownload = query.download === true;
    // HEAD stays here, because the signature is one of GET.
    const isDirect = isDownload && !isHead;
    const directUrl = isDirect && (await content.directUrl(bundle, file, contentOrigin));
    if (directUrl) {
      if (costsView) await visits.spend(bundle);
      if (startsAtBeginning(request.headers.range)) await visits.notifyDownload(bundle);
      return call.reply.header('cache-control', 'no-store').redirect(directUrl, 307);
    }
    const withShareEtag = <Info extends { readonly etag: string }>(info: Info): Info => ({
      ...info,
      etag: content.etagFor(bundle, info.etag),
    });
    return sendObject(call, {
      filename: file.name,
      contentType: file.contentType,
      isDownload,
      cacheControl: shareCacheControl(bundle),
      head: async (until) => withShareEtag(await file.head(until)),
      open: async (range, until) => {
        const object = await file.open(range, until);
        try {
          if (costsView) await visits.spend(bundle);
        } catch (error) {
          object.body.destroy();
          throw error;
        }
        if (isDownload && startsAtBeginning(range)) await visits.notifyDownload(bundle);
        return withShareEtag(object);
      },
    });
  });

  mountStreamEndpoint(http, bundleArchive, async (call) => {
    const { params, query, signal } = call;
    const { share: bundle, costsView } = await visits.authorize(params.slug, credentialsOf(call));
    const { filename, plan } = await content.archive(bundle, query.path, signal);
    const onOpen = async (start: number) => {
      if (costsView) await visits.spend(bundle);
      if (start === 0) await visits.notifyDownload(bundle);
    };
    const cacheControl = shareCacheControl(bundle);
    return sendArchive(call, plan, { filename, cacheControl, onOpen });
  });
}

/** Credentials of a visitor: the grant of a visit, or the password. */
function credentialsOf({
  query,
  request,
  source,
}: {
  readonly query: { readonly grant?: string | undefined; readonly password?: string | undefined };
  readonly request: FastifyRequest;
  readonly source: string;
}) {
  return { grant: query.grant, password: sharePasswordOf(request, query.password), source };
}

/** Path behind the slug, as the router has decoded it. */
function pathOf(request: FastifyRequest): string {
  const { '*': path = '' } = request.params as { '*'?: string };
  return path;
}

/** Number of the last event that the browser has got, which it sends when it connects again. */
function lastEventOf({ headers }: FastifyRequest): number | undefined {
  const { 'last-event-id': id } = headers;
  return typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}

function startsAtBeginning(range: string | undefined): boolean {
  return range === undefined || range.startsWith('bytes=0-');
}
