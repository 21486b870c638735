import { downloadEntry, readThroughProxy } from '@satchel/api-client/contract/file-system';
import { archiveEntries } from '@satchel/api-client/contract/file-system-archives';
import { contentTypeOf } from '#files/file-type.ts';
import { sendArchive } from '#http/content/sending/send-archive.ts';
import { sendObject } from '#http/content/sending/send-object.ts';
import { type HttpDependencies, mountStreamEndpoint } from '#http/contract/mount-endpoint.ts';
import type { FileSystemService, ResolvedPath } from '../service.ts';

/** Routes that answer with the bytes of files. */
export function fileSystemContentRoutes(
  http: HttpDependencies,
  { reading, archiving }: FileSystemService,
): void {
  const contentOf = (place: ResolvedPath, isDownload: boolean, cacheControl: string) => ({
    filename: place.name,
    contentType: contentTypeOf(place.name),
    isDownload,
    cacheControl,
    head: (signal: AbortSignal) => reading.head(place, signal),
    open: (range: string | undefined, signal: AbortSignal) => reading.open(place, range, signal),
  });

  mountStreamEndpoint(http, downloadEntry, async (call) => {
    const place = await reading.findFile(call.caller, call.query.path);
    const isDownload = call.query.download ?? false;
    return sendObject(call, contentOf(place, isDownload, 'private, no-cache'));
  });

  mountStreamEndpoint(http, readThroughProxy, async (call) => {
    const { '*': path = '' } = call.request.params as { '*'?: string };
    // The router removes a trailing slash, which marks a directory.
    const slash = /^[^?]*\/(\?|$)/.test(call.request.url) ? '/' : '';
    const { place, isOpen } = await reading.findProxied(`/${path}${slash}`, call.query.sign);
    const cacheControl = isOpen ? 'public, no-cache' : 'private, no-cache';
    return sendObject(call, contentOf(place, call.query.download ?? false, cacheControl));
  });

  mountStreamEndpoint(http, archiveEntries, async (call) => {
    const { caller, query, signal } = call;
    const { filename, plan } = await archiving.archive(caller, query.path, signal);
    return sendArchive(call, plan, { filename, cacheControl: 'private, no-cache' });
  });
}
