import {
  getEntry,
  getEntryLink,
  listDirectory,
  makeDirectory,
  removeEntries,
  renameEntry,
  shareEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { commitCopies, copyEntries } from '@satchel/api-client/contract/file-system-copies';
import type { FastifyInstance } from 'fastify';
import { EncodedData } from '#http/encoded-data.ts';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import { shareAddress } from '#share-rules/share-address.ts';
import {
  doneMessage,
  messageOf,
  presentCrossStorage,
  presentDirectory,
  presentFile,
  presentListing,
} from './presenter.ts';
import { fileSystemContentRoutes } from './reading/content-routes.ts';
import type { CopyOutcome, FileSystemService } from './service.ts';
import { fileSystemUploadRoutes } from './uploads/upload-routes.ts';

export async function fileSystemRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  files: FileSystemService,
): Promise<void> {
  readingRoutes(app, http, files);
  changingRoutes(app, http, files);
  copyRoutes(app, http, files);
  fileSystemContentRoutes(app, http, files);
  await fileSystemUploadRoutes(app, http, files);
}

function readingRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { list, reading }: FileSystemService,
): void {
  mountEndpoint(app, http, listDirectory, async ({ caller, query, signal }) => {
    const listing = await list(caller, query, signal);
    return new EncodedData(...presentListing(listing, query.limit !== undefined));
  });

  mountEndpoint(app, http, getEntry, async ({ caller, query, contentOrigin, signal }) => {
    const entry = await reading.get(caller, query.path, signal);
    if (entry.kind === 'directory') return presentDirectory(entry);
    const fileType = await reading.typeOf(entry.place.name);
    return presentFile(entry, fileType, await reading.urlsOf(caller, entry, contentOrigin));
  });

  mountEndpoint(app, http, getEntryLink, async ({ caller, query, contentOrigin, signal }) => {
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

function changingRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { writing, rename, remove, share }: FileSystemService,
): void {
  mountEndpoint(app, http, makeDirectory, async ({ caller, body, signal }) => {
    await writing.makeDirectory(caller, body.path, signal);
    return null;
  });

  mountEndpoint(app, http, updateEntry, async ({ caller, body, language, signal }) => {
    const stored = await writing.update(caller, body.path, body.content, signal);
    const { place, etag, contentType, isNewFile } = stored;
    const message = doneMessage(language);
    return { success: true as const, path: place.key, etag, contentType, message, isNewFile };
  });

  mountEndpoint(app, http, renameEntry, async ({ caller, body, signal }) => {
    await rename(caller, body.oldPath, body.newPath, signal);
    return null;
  });

  mountEndpoint(app, http, removeEntries, async ({ caller, body, language, signal }) => {
    const { success, failed } = await remove(caller, body.paths, signal);
    return {
      success,
      failed: failed.map(({ path, error }) => ({ path, error: messageOf(error, language) })),
    };
  });

  mountEndpoint(app, http, shareEntry, async ({ caller, body, origin, language, signal }) => {
    const { id, slug, filename, size } = await share(caller, body.path, signal);
    return {
      success: true as const,
      fileId: id,
      slug,
      filename,
      size: Number(size),
      ...shareAddress(slug, origin),
      message: doneMessage(language),
    };
  });
}

function copyRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { copying }: FileSystemService,
): void {
  mountEndpoint(app, http, copyEntries, async (call) => {
    const { caller, body, language, signal } = call;
    const options = { skipExisting: body.skipExisting ?? false, signal };
    const outcomes = await copying.copy(caller, body.items, options);
    const details = outcomes.map((outcome) => ({
      sourcePath: outcome.sourcePath,
      targetPath: outcome.targetPath,
      status: outcome.status === 'elsewhere' ? ('success' as const) : outcome.status,
      message:
        outcome.status === 'failed' ? messageOf(outcome.error, language) : doneMessage(language),
    }));
    const counts = countsOf(outcomes);
    const elsewhere = outcomes.filter((outcome) => outcome.status === 'elsewhere');
    if (elsewhere.length === 0) return { crossStorage: false as const, ...counts, details };
    const crossStorageResults = [];
    for (const copy of elsewhere) {
      crossStorageResults.push(await presentCrossStorage(copy, call, language));
    }
    return {
      crossStorage: true as const,
      requiresClientSideCopy: true as const,
      standardCopyResults: counts,
      crossStorageResults,
      failed: details
        .filter(({ status }) => status === 'failed')
        .map(({ sourcePath, targetPath, message }) => ({ sourcePath, targetPath, error: message })),
      details,
    };
  });

  mountEndpoint(app, http, commitCopies, async ({ caller, body, language, signal, reply }) => {
    const results = await copying.commit(caller, body.targetMountId, body.files, signal);
    const success = results
      .filter(({ error }) => error === undefined)
      .map(({ targetPath }) => ({ targetPath, fileName: targetPath.split('/').at(-1) ?? '' }));
    const failed = results.flatMap(({ targetPath, error }) =>
      error ? [{ targetPath, error: messageOf(error, language) }] : [],
    );
    // CONTRACT A5: some of it failed.
    if (failed.length > 0) reply.code(202);
    return { success, failed };
  });
}

/** CONTRACT F7.1: a directory counts its objects and itself. */
function countsOf(outcomes: readonly CopyOutcome[]) {
  const counts = { success: 0, skipped: 0, failed: 0 };
  for (const outcome of outcomes) {
    if (outcome.status === 'failed') counts.failed += 1;
    if (outcome.status === 'skipped') counts.skipped += 1;
    if (outcome.status !== 'success') continue;
    counts.success += outcome.objects + (outcome.sourcePath.endsWith('/') ? 1 : 0);
    counts.skipped += outcome.skipped;
  }
  return counts;
}
