import type { commitEntry, presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import type { z } from 'zod';
import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { readCondition } from '#files/write-condition.ts';
import type { DirectUploads } from '#ledger/uploads/direct-uploads.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { AuthorizedPath } from '../resolved-path.ts';
import { toStoredFile } from '../writing/stored-file.ts';
import type { Writing } from '../writing/writing.ts';
import { entryWrite, isOwn } from './entry-write.ts';

type PresignInput = z.output<NonNullable<typeof presignEntry.body>>;
/**
 * `fileId` of the presign call names the upload; without it, the caller's latest one for the path is
 * used.
 */
type CommitInput = z.output<NonNullable<typeof commitEntry.body>>;

/** Uploads by presigned URL. */
export function createEntryUploads(
  { pathResolver, ledger }: FileSystemDependencies,
  directUploads: DirectUploads,
  writing: Writing,
) {
  const findUpload = async (
    caller: AuthenticatedCaller,
    { storage, key }: AuthorizedPath,
    fileId: string | null | undefined,
  ) => {
    const found = fileId ? await ledger.find(fileId) : undefined;
    const candidates = fileId ? [found] : await ledger.findByKey(storage.config.id, key);
    const write = candidates.find(
      (each) =>
        each?.kind === 'entry' &&
        each.storageConfigId === storage.config.id &&
        each.objectKey === key &&
        isOwn(caller, each),
    );
    if (!write) throw new AppError('file_system.upload_unknown');
    return write;
  };
  return {
    async presign(
      caller: AuthenticatedCaller,
      { path, fileName, fileSize, ...fields }: PresignInput,
      origin: string,
      signal: AbortSignal,
    ) {
      const condition = readCondition(fields);
      const target = await writing.target(caller, path, fileName, condition, signal);
      const { place, mayOverwrite } = target;
      await writing.assertSize(fileSize ?? 0);
      const contentType = contentTypeOf(place.name);
      const upload = {
        ...entryWrite(caller, place, mayOverwrite, condition),
        kind: 'entry' as const,
        declaredBytes: fileSize ?? undefined,
        contentType,
      };
      const write = await directUploads.begin(place.storage, upload, signal);
      const [part] = await directUploads.sign(place.storage, write, [1], origin);
      return { place, url: part?.url ?? '', fileId: write.id, contentType };
    },
    /** Makes the uploaded file appear. Safe to repeat. */
    async commit(
      caller: AuthenticatedCaller,
      { targetPath, mountId, fileId, fileSize, etag }: CommitInput,
      signal: AbortSignal,
    ) {
      const place = await pathResolver.find(caller, 'mount_upload', targetPath);
      if (place.mount.id !== mountId) throw new AppError('file_system.upload_unknown');
      const write = await findUpload(caller, place, fileId);
      const claim = { sizeBytes: fileSize, etag };
      const stored = await directUploads.complete(place.storage, write, claim, signal);
      return { ...toStoredFile(place, stored), isOverwritten: stored.isReplacing };
    },
  };
}
