import { Readable } from 'node:stream';
import {
  getEntry,
  getEntryLink,
  listDirectory,
  makeDirectory,
  shareEntry,
  updateEntry,
  watchDirectory,
} from '@satchel/api-client/contract/file-system';
import { serverMessage } from '@satchel/api-client/server-messages';
import { readCondition } from '#files/write-condition.ts';
import { sendEvents } from '#http/content/sending/send-events.ts';
import { isStillValid } from '#http/contract/authenticate.ts';
import {
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { StreamedData } from '#http/contract/streamed-data.ts';
import { linkAddress } from '#share-rules/share-address.ts';
import { firstOf, sortAll } from './listing/sort-pages.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import {
  presentDirectory,
  presentFile,
  presentListing,
  presentPage,
  writeListing,
} from './presenter.ts';
import { fileSystemContentRoutes } from './reading/content-routes.ts';
import type { FileSystemService } from './service.ts';
import { fileSystemUploadRoutes } from './uploads/upload-routes.ts';

export async function fileSystemRoutes(
  http: HttpDependencies,
  files: FileSystemService,
): Promise<void> {
  readingRoutes(http, files);
  changingRoutes(http, files);
  operationRoutes(http, files);
  fileSystemContentRoutes(http, files);
  await fileSystemUploadRoutes(http, files);
}

function readingRoutes(http: HttpDependencies, { list, reading, events }: FileSystemService): void {
  mountStreamEndpoint(http, watchDirectory, async (call) => {
    const { caller, query, request, source, isHead, signal, reply } = call;
    if (isHead) {
      await events.check(caller, query.path);
      return sendEvents(reply, undefined);
    }
    const isLoggedIn = () => isStillValid(http, request);
    const followed = await events.follow(caller, query.path, source, isLoggedIn, signal);
    return sendEvents(reply, Readable.from(followed));
  });

  mountEndpoint(http, listDirectory, async ({ caller, query, signal }) => {
    const listing = await list(caller, query, signal);
    if (query.limit !== undefined) return presentPage(listing, await firstOf(listing.pages));
    const { page, rest } = await sortAll(listing.pages);
    return rest
      ? new StreamedData(writeListing(listing, page, rest))
      : presentListing(listing, page);
  });

  mountEndpoint(http, getEntry, async ({ caller, query, contentOrigin, signal }) => {
    const entry = await reading.get(caller, query.path, signal);
    if (entry.kind === 'directory') return presentDirectory(entry);
    const fileType = await reading.typeOf(entry.place.name);
    return presentFile(entry, fileType, await reading.urlsOf(caller, entry, contentOrigin));
  });

  mountEndpoint(http, getEntryLink, async ({ caller, query, contentOrigin, signal }) => {
    const expiresInSeconds = typeof query.expires_in === 'number' ? query.expires_in : undefined;
    const isDownload = query.force_download ?? false;
    const options = { expiresInSeconds, isDownload, origin: contentOrigin };
    const link = await reading.link(caller, query.path, options, signal);
    return {
      success: true as const,
      presignedUrl: link.url,
      name: link.name,
      expiresIn: link.expiresInSeconds,
      expiresAt: link.expiresAt.toISOString(),
      forceDownload: isDownload,
    };
  });
}

function changingRoutes(http: HttpDependencies, { writing, share }: FileSystemService): void {
  mountEndpoint(http, makeDirectory, async ({ caller, body, signal }) => {
    const condition = readCondition(body);
    await writing.makeDirectory(caller, body.path, signal, { condition });
    return null;
  });

  mountEndpoint(http, updateEntry, async (call) => {
    const { caller, body, request, language, signal } = call;
    const condition = readCondition(body, request.headers);
    const stored = await writing.update(caller, body.path, body.content, condition, signal);
    const { place, etag, contentType, isNewFile } = stored;
    if (!isNewFile) await http.audit(call, { action: 'files.overwritten', target: place.path });
    const message = serverMessage('reply.done', language);
    return { success: true as const, path: place.key, etag, contentType, message, isNewFile };
  });

  mountEndpoint(http, shareEntry, async ({ caller, body, origin, language, signal, onceId }) => {
    const { id, slug, filename, size, ...made } = await share(caller, body, signal, onceId);
    return {
      success: true as const,
      fileId: id,
      slug,
      filename,
      size: Number(size),
      hasPassword: made.passwordHash !== null,
      expiresAt: made.expiresAt?.toISOString() ?? null,
      maxViews: made.maxViews,
      ...linkAddress('file', slug, origin),
      message: serverMessage('reply.done', language),
    };
  });
}
