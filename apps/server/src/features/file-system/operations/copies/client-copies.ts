import { setImmediate } from 'node:timers/promises';
import { createdByOf } from '@satchel/api-client/permissions';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { type ConditionFields, isConditional, readCondition } from '#files/write-condition.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { DirectUploads } from '#ledger/uploads/direct-uploads.ts';
import { joinedEtag } from '#ledger/uploads/upload-claim.ts';
import { bareEtag } from '#object-store/etag.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { type AuthorizedPath, nameInStore } from '../../resolved-path.ts';
import { isOwn } from '../../uploads/entry-write.ts';
import { DIRECTORY_TYPE } from '../../writing/directories.ts';
import type { Task } from '../operation.ts';
import type { CopyJob } from '../transfers/transfers.ts';
import type { CopyOutcome, ItemCopy } from './item-copy.ts';
import { isPrefix } from './side-by-side.ts';

/** Lifetime of the URLs for a client-side copy to another storage (CONTRACT F7.1). */
const COPY_URL_SECONDS = 3600;
/** Number of uploads begun, or URLs signed, before the event loop serves other requests. */
const BATCH = 100;
const CONCURRENT_UPLOADS = 16;
const CONCURRENT_COMMITS = 8;

/** File to be copied by the caller, with the URLs for it. */
export interface SignedCopy {
  readonly sourceKey: string;
  readonly targetKey: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly downloadUrl: string;
  readonly uploadUrl: string;
}

/** Origins under which the caller writes to, and reads from, the embedded store. */
interface Origins {
  readonly origin: string;
  readonly contentOrigin: string;
}

/** File that the caller says it has copied. */
export interface CopiedFile extends ConditionFields {
  readonly targetPath: string;
  readonly fileSize?: number | null | undefined;
  readonly etag?: string | null | undefined;
}

export type ClientCopies = ReturnType<typeof createClientCopies>;

/** Client-side copies to another storage. Each file is an upload that the server completes. */
export function createClientCopies(
  { pathResolver, ledger, storageConfigs }: FileSystemDependencies,
  directUploads: DirectUploads,
) {
  const listOf = async (operationId: string, { storageConfigId, to }: ItemCopy) =>
    (await ledger.listOfOperation(operationId)).filter(
      ({ kind, state, objectKey, storageConfigId: id }) =>
        kind === 'carried' &&
        state === 'open' &&
        id === storageConfigId &&
        (isPrefix(to) ? objectKey.startsWith(to) : objectKey === to),
    );
  /** Aborts the open uploads of a copy. */
  const abandon = async (operationId: string, copy: ItemCopy) => {
    const storage = await storageConfigs.findOrThrow(copy.storageConfigId);
    await forEachAtOnce(await listOf(operationId, copy), CONCURRENT_UPLOADS, async (write) => {
      await directUploads.abandon(storage, write);
    });
  };

  return {
    /** Reserves and begins an upload for each object. */
    async begin(
      task: Pick<Task<unknown, unknown>, 'id' | 'caller' | 'signal' | 'add'>,
      copy: ItemCopy,
      jobs: readonly CopyJob[],
    ) {
      const storage = await storageConfigs.findOrThrow(copy.storageConfigId);
      const common = {
        kind: 'carried' as const,
        mountId: copy.target.mountId,
        operationId: task.id,
        createdBy: createdByOf(task.caller),
      };
      for (let start = 0; start < jobs.length; start += BATCH) {
        const uploads = jobs.slice(start, start + BATCH).map(({ from: { size }, to }) => ({
          ...{ ...common, objectKey: to, sizeBytes: size, declaredBytes: size },
          contentType: typeOf(to),
        }));
        const begun = await directUploads.beginEach(
          storage,
          uploads,
          CONCURRENT_UPLOADS,
          task.signal,
        );
        const bytes = begun.reduce((sum, { declaredBytes }) => sum + Number(declaredBytes), 0);
        task.add({ done: begun.length, bytes });
        await setImmediate();
      }
    },
    abandon,
    /** Aborts the open uploads of an operation that is over. */
    async giveUp(operationId: string, outcomes: readonly CopyOutcome[]) {
      for (const outcome of outcomes) {
        if (outcome.status === 'elsewhere') await abandon(operationId, outcome.copy);
      }
    },
    /** Signs the URLs for the files that are still to be copied. */
    async sign(operationId: string, copy: ItemCopy, { origin, contentOrigin }: Origins) {
      const source = await storageConfigs.findOrThrow(copy.sourceConfigId);
      const target = await storageConfigs.findOrThrow(copy.storageConfigId);
      const signOne = async (write: ObjectWrite): Promise<SignedCopy> => {
        const targetKey = write.objectKey;
        const sourceKey = copy.from + targetKey.slice(copy.to.length);
        const contentType = typeOf(targetKey);
        const downloadUrl = await source.store.presignGet(sourceKey, {
          expiresInSeconds: COPY_URL_SECONDS,
          origin: contentOrigin,
          contentType,
          contentDisposition: 'attachment',
        });
        const [part] = await directUploads.sign(target, write, [1], origin);
        const size = Number(write.declaredBytes);
        const uploadUrl = part?.url ?? '';
        return { sourceKey, targetKey, contentType, size, downloadUrl, uploadUrl };
      };
      const writes = await listOf(operationId, copy);
      const signed: SignedCopy[] = [];
      for (let start = 0; start < writes.length; start += BATCH) {
        signed.push(...(await Promise.all(writes.slice(start, start + BATCH).map(signOne))));
        await setImmediate();
      }
      return signed;
    },
    /** Completes each file that a caller says it has copied into a mount. Safe to repeat. */
    async commit(
      caller: AuthenticatedCaller,
      mountId: string,
      files: readonly CopiedFile[],
      signal: AbortSignal,
    ) {
      await pathResolver.assertMount(caller, mountId);
      const results: (CopiedFile & { error?: AppError })[] = [];
      await forEachAtOnce(files, CONCURRENT_COMMITS, async (file, index) => {
        try {
          const place = await pathResolver.find(caller, 'mount_copy', file.targetPath);
          if (place.mount.id !== mountId) throw new AppError('file_system.other_mount');
          await commitOne(caller, place, file, signal);
          results[index] = file;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          results[index] = { ...file, error };
        }
      });
      return results;
    },
  };

  async function commitOne(
    caller: AuthenticatedCaller,
    place: AuthorizedPath,
    file: CopiedFile,
    signal: AbortSignal,
  ) {
    const { storage } = place;
    const key = nameInStore(place);
    const condition = readCondition(file);
    const claim = {
      sizeBytes: file.fileSize,
      etag: file.etag,
      condition: isConditional(condition) ? condition : undefined,
    };
    const writes = (await ledger.findByKey(storage.config.id, key)).filter(
      (write) => write.kind === 'carried' && write.state !== 'abandoned' && isOwn(caller, write),
    );
    // A caller that has asked twice may have used the URLs of either answer.
    for (const [index, write] of writes.entries()) {
      try {
        await directUploads.complete(storage, write, claim, signal);
        return;
      } catch (error) {
        const isUnused = error instanceof AppError && error.code === 'file_system.not_uploaded';
        if (!isUnused || index === writes.length - 1) throw error;
      }
    }
    await confirm(place, key, file, signal);
  }
}

function typeOf(key: string): string {
  return key.endsWith('/') ? DIRECTORY_TYPE : contentTypeOf(nameOf(key));
}

/** The storage decides; the caller's facts are only compared with it (SECURITY 3). */
async function confirm(
  { storage }: AuthorizedPath,
  key: string,
  { fileSize, etag }: CopiedFile,
  signal: AbortSignal,
): Promise<void> {
  const object = key === '' ? undefined : await storage.store.head(key, signal);
  if (!object) throw new AppError('file_system.not_uploaded');
  if (typeof fileSize === 'number' && fileSize !== object.size) {
    throw new AppError('file_system.size_mismatch');
  }
  // The caller knows the ETag of its PUT, which is the ETag of an upload's only part.
  const known = etag ? [bareEtag(etag), bareEtag(joinedEtag([etag]) ?? '')] : undefined;
  if (known && !known.includes(bareEtag(object.etag))) {
    throw new AppError('file_system.etag_mismatch');
  }
}
