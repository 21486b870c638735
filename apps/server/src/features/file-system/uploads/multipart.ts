import type { initEntryMultipart } from '@satchel/api-client/contract/file-system-uploads';
import { createdByOf } from '@satchel/api-client/permissions';
import type { z } from 'zod';
import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { readCondition } from '#files/write-condition.ts';
import type { DirectUploads } from '#ledger/uploads/direct-uploads.ts';
import { partSizeFor } from '#object-store/part-size.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPath, prefixOf } from '../resolved-path.ts';
import { parentOf } from '../writing/directories.ts';
import { toStoredFile } from '../writing/stored-file.ts';
import type { Writing } from '../writing/writing.ts';
import { entryWrite, isOwn } from './entry-write.ts';

/** Maximum number of uploads in one listing. */
const LIST_LIMIT = 1000;

export type StartedUpload = { readonly place: AuthorizedPath } & Awaited<
  ReturnType<DirectUploads['signFirst']>
>;

type InitInput = z.output<NonNullable<typeof initEntryMultipart.body>>;

export interface EntryReference {
  /** Path of the directory or of the file itself. */
  readonly path: string;
  readonly fileName?: string | null | undefined;
  readonly uploadId: string;
}

interface CompletedReference extends EntryReference {
  /** Size in bytes, according to the caller. */
  readonly fileSize?: number | null | undefined;
}

/**
 * Multipart uploads that go directly from the browser to the storage. Only their creator or an
 * administrator may continue them.
 */
export function createEntryMultipart(
  dependencies: FileSystemDependencies,
  directUploads: DirectUploads,
  writing: Writing,
) {
  const { pathResolver, ledger } = dependencies;
  const find = createFind(dependencies);
  return {
    init: createInit(directUploads, writing),
    async sign(
      caller: AuthenticatedCaller,
      reference: EntryReference,
      partNumbers: readonly number[],
      origin: string,
    ) {
      const { place, write } = await find(caller, reference);
      return directUploads.signMore(place.storage, write, partNumbers, origin);
    },
    async listParts(caller: AuthenticatedCaller, reference: EntryReference, signal: AbortSignal) {
      const { place, write } = await find(caller, reference);
      return { place, parts: await directUploads.listParts(place.storage, write, signal) };
    },
    /**
     * Lists the open uploads below a path: the caller's own, or those of all callers for an
     * administrator.
     */
    async list(caller: AuthenticatedCaller, path: string) {
      const place = await pathResolver.find(caller, 'mount_upload', path);
      const writes = await ledger.listOpen({
        storageConfigId: place.storage.config.id,
        keyPrefix: prefixOf(place),
        createdBy: caller.kind === 'admin' ? undefined : createdByOf(caller),
        take: LIST_LIMIT,
      });
      return { place, writes };
    },
    /** Joins the parts. Safe to repeat. */
    async complete(
      caller: AuthenticatedCaller,
      reference: CompletedReference,
      parts: readonly { partNumber: number; etag: string }[],
      signal: AbortSignal,
    ) {
      const { place, write } = await find(caller, reference);
      const claim = { sizeBytes: reference.fileSize, parts };
      const stored = await directUploads.complete(place.storage, write, claim, signal);
      return { ...toStoredFile(place, stored), isOverwritten: stored.isReplacing };
    },
    /** @throws {AppError} `file_system.upload_unknown` if the caller has no such upload */
    async abort(caller: AuthenticatedCaller, reference: EntryReference) {
      const { place, write } = await find(caller, reference);
      if (await directUploads.abandon(place.storage, write)) return;
      throw new AppError('file_system.upload_unknown');
    },
  };
}

function createFind({ pathResolver, ledger }: FileSystemDependencies) {
  return async (caller: AuthenticatedCaller, { path, fileName, uploadId }: EntryReference) => {
    const place = await pathResolver.find(caller, 'mount_upload', path);
    const write = await ledger.findByUpload(place.storage.config.id, uploadId);
    const key = write?.objectKey ?? '';
    // The id identifies the upload, because the file may be stored under another name (CONTRACT F7.1).
    const directory =
      fileName && path.endsWith(`/${fileName}`) ? parentOf(place.key) : prefixOf(place);
    const isThere = key === place.key || parentOf(key) === directory;
    const isUpload = write?.kind === 'entry' && isOwn(caller, write);
    if (!write || !isUpload || !isThere) throw new AppError('file_system.upload_unknown');
    if (key === place.key) return { place, write };
    const file = await pathResolver.find(caller, 'mount_upload', `${place.mount.mountPath}/${key}`);
    return { place: file, write };
  };
}

function createInit(directUploads: DirectUploads, writing: Writing) {
  return async (
    caller: AuthenticatedCaller,
    input: InitInput,
    origin: string,
    signal: AbortSignal,
  ) => {
    const { fileName, fileSize } = input;
    const directory = input.path.endsWith(`/${fileName}`)
      ? input.path.slice(0, -fileName.length)
      : input.path;
    const condition = readCondition(input);
    const target = await writing.target(caller, directory, fileName, condition, signal);
    const { place, mayOverwrite } = target;
    await writing.assertSize(fileSize);
    const partSize = partSizeFor(fileSize, input.partSize);
    const upload = {
      ...entryWrite(caller, place, mayOverwrite, condition),
      kind: 'entry' as const,
      declaredBytes: fileSize,
      partSize,
      contentType: contentTypeOf(place.name),
    };
    const write = await directUploads.begin(place.storage, upload, signal);
    const started = await directUploads.signFirst(
      place.storage,
      write,
      origin,
      input.urlCount ?? undefined,
    );
    return { place, ...started };
  };
}
