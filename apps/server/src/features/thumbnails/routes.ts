import { entryThumbnail, fileShareThumbnail } from '@satchel/api-client/contract/thumbnails';
import { sendThumbnail } from '#http/content/sending/send-thumbnail.ts';
import { type HttpDependencies, mountStreamEndpoint } from '#http/contract/mount-endpoint.ts';
import type { ThumbnailService } from './service.ts';

export function thumbnailRoutes(http: HttpDependencies, thumbnails: ThumbnailService): void {
  mountStreamEndpoint(http, entryThumbnail, async (call) => {
    const { caller, query, signal } = call;
    return sendThumbnail(call, await thumbnails.ofEntry(caller, query.path, query.size, signal));
  });
  mountStreamEndpoint(http, fileShareThumbnail, async (call) => {
    const { params, query, signal } = call;
    return sendThumbnail(call, await thumbnails.ofShare(params.slug, query.size, signal));
  });
}
