import {
  fileShareDownload,
  fileShareView,
  officePreview,
  unlockFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { sendObject } from '#http/content/sending/send-object.ts';
import { shareCacheControl, sharePasswordOf } from '#http/content/share-content.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import type { FileSharePresenter } from '../presenter.ts';
import type { FileShareService } from '../service.ts';

/** Routes for visitors. HEAD, 304 and refused requests spend no view (CONTRACT A3). */
export function fileShareContentRoutes(
  http: HttpDependencies,
  { content }: FileShareService,
  present: FileSharePresenter,
): void {
  mountEndpoint(http, viewFileShare, async (call) => {
    const { params, query, isHead, contentOrigin, reply } = call;
    reply.header('cache-control', 'no-store');
    if (query.peek) {
      return present.visited(await content.peek(params.slug), contentOrigin, false);
    }
    const opened = await content.open(params.slug, isHead);
    const visited = await present.visited(opened.share, contentOrigin, !('isLocked' in opened));
    return 'isLocked' in opened ? visited : { ...visited, isLastView: opened.isLastView };
  });

  const unlock = async (call: Call<typeof unlockFileShare>) => {
    const { params, body, source, contentOrigin, reply } = call;
    reply.header('cache-control', 'no-store');
    const { share, isLastView } = await content.unlock(params.slug, body.password, source);
    return { ...(await present.visited(share, contentOrigin, true)), isLastView };
  };
  mountEndpoint(http, unlockFileShare, unlock, {
    versionOf: ({ params }) => content.versionOf(params.slug),
  });

  mountEndpoint(http, officePreview, async (call) => {
    const { params, query, source, isHead, contentOrigin, request, reply } = call;
    reply.header('cache-control', 'no-store');
    const password = sharePasswordOf(request, query.password);
    const visitor = { grant: query.grant, password, source };
    const share = await content.openForViewer(params.slug, visitor, isHead);
    return present.forViewer(share, contentOrigin, query.expires_in);
  });

  for (const endpoint of [fileShareView, fileShareDownload] as const) {
    mountStreamEndpoint(http, endpoint, async (call) => {
      const { params, query, source, request } = call;
      const { share, costsView } = await content.authorize(params.slug, {
        grant: query.grant,
        password: sharePasswordOf(request, query.password),
        source,
      });
      return sendObject(call, {
        filename: share.filename,
        contentType: share.mimetype,
        isDownload: endpoint === fileShareDownload,
        cacheControl: shareCacheControl(share),
        head: (signal) => content.head(share, signal),
        open: (range, signal) => content.read(share, costsView, range, signal),
      });
    });
  }
}
