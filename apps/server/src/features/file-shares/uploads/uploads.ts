import type { Readable } from 'node:stream';
import type { commitFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { z } from 'zod';
import { AppError } from '#errors';
import { limitSize } from '#files/size-limit.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { JoinedUpload } from '#ledger/uploads/complete-upload.ts';
import type { Authorized } from '#security/authorized.ts';
import type { UploadCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare } from '../repository.ts';
import type { ItemDestination } from './destinations.ts';
import { createPublish } from './publishing.ts';
import { createRefused, isRefusal } from './refused-uploads.ts';
import type { Reservation, Reservations, UploadInput, UploadOptions } from './reservations.ts';
import { readDraft, writeDraft } from './share-draft.ts';

/** Facts about the uploaded file as the caller states them. The storage's facts decide. */
type CommitInput = z.output<NonNullable<typeof commitFileShare.body>>;

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads in one piece: by presigned URL, or streamed through the server. */
export function createUploads(
  dependencies: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
) {
  const { apiKeys, ledger, items, deliveries, directUploads, streamWrites } = dependencies;
  const refused = createRefused(dependencies);
  const publish = createPublish(dependencies, reservations, removals);

  const findCommitted = async (caller: UploadCaller, id: string) => {
    const found = await reservations.findOwn(caller, id);
    return found?.write ? undefined : found;
  };

  /** Keeps an object that cannot be published now, so that a repeat of the call can publish it. */
  const publishJoined = async (
    caller: UploadCaller,
    storage: Reservation,
    joined: JoinedUpload,
  ) => {
    const { write, object, isCommitted } = joined;
    try {
      return await publish(caller)(write, object);
    } catch (error) {
      if (isRefusal(error)) await refused.end(storage, write, object);
      else if (!isCommitted)
        await ledger.commit(write, [{ key: write.objectKey, ...object }], true);
      throw error;
    }
  };

  const end = async (caller: UploadCaller, fileId: string, uploadId?: string) => {
    const found = await reservations.findOwn(caller, fileId);
    const write = found?.write;
    const isMeant = write && (uploadId === undefined || write.uploadId === uploadId);
    // A concurrent commit wins, because an acknowledged share must not be lost (SECURITY 12).
    const isEnded = isMeant ? await directUploads.abandon(found, write) : false;
    if (isEnded && found?.item) await items.forget([fileId]);
    return isEnded;
  };

  return {
    async presign(caller: UploadCaller, input: UploadInput, origin: string, signal: AbortSignal) {
      const reservation = await reservations.reserve(
        caller,
        input,
        (storage, upload) => directUploads.begin(storage, upload, signal),
        signal,
      );
      const { write } = reservation;
      const urls = await directUploads.sign(reservation, write, [1], origin);
      return { ...reservation, urls };
    },
    /** Finds the caller's own share, during its upload and afterwards. */
    find: reservations.findOwn,
    /**
     * Aborts an upload of the caller; its URLs stop working.
     *
     * @throws {AppError} `file_shares.upload_unknown` if there is none, or it is committed
     */
    async discard(caller: UploadCaller, fileId: string, uploadId?: string) {
      if (!(await end(caller, fileId, uploadId))) throw new AppError('file_shares.upload_unknown');
    },
    /** Aborts those of the uploads that are open and the caller's own; returns their ids. */
    async discardEach(caller: UploadCaller, fileIds: readonly string[]) {
      const ended: string[] = [];
      for (const id of await ledger.listOf(fileIds)) if (await end(caller, id)) ended.push(id);
      return ended;
    },
    /** Publishes a share whose file is stored. Safe to repeat. */
    async commit(
      caller: UploadCaller,
      { file_id: id, size, etag }: CommitInput,
      signal: AbortSignal,
    ) {
      const reservation = await reservations.findOwn(caller, id);
      if (!reservation) throw new AppError('file_shares.not_found');
      const { write, config } = reservation;
      if (!write) return reservation;
      // Checks the current rights (CONTRACT A6), because the storage may have become private.
      if (caller.kind === 'apiKey' && !config.isPublic) throw new AppError('storage.not_found');
      if (caller.kind === 'delivery') {
        await refused.unless(reservation, write, () =>
          deliveries.assertOpen(caller, size ?? Number(write.declaredBytes ?? 0n)),
        );
      }
      try {
        const joined = await directUploads.join(
          reservation,
          write,
          { sizeBytes: size, etag },
          signal,
        );
        const { share, item } = await publishJoined(caller, reservation, joined);
        const own = share as Authorized<FileShare>;
        return { ...reservation, share: own, item, write: undefined };
      } catch (error) {
        // A concurrent repeat of this call may have completed in between (SECURITY 12).
        const isOver = error instanceof AppError && error.code === 'file_shares.upload_unknown';
        const parallel = isOver ? await findCommitted(caller, id) : undefined;
        if (!parallel) throw error;
        return parallel;
      }
    },
    /**
     * Stores a stream and publishes it.
     *
     * @param input.mostBytes quota to reserve for a body of unknown size; the largest upload by default
     * @param lateOptions fields of a form that follow its file
     */
    async stream(
      caller: UploadCaller,
      input: UploadInput & { readonly mostBytes?: number | undefined },
      body: Readable,
      signal: AbortSignal,
      lateOptions?: () => Promise<UploadOptions>,
    ) {
      try {
        const maxBytes = await reservations.maxBytes();
        const size = input.size ?? undefined;
        const reservation = await reservations.reserve(
          caller,
          input,
          (storage, upload) =>
            streamWrites.begin(storage, {
              ...upload,
              sizeBytes: size ?? Math.min(input.mostBytes ?? maxBytes, maxBytes),
              ...(upload.ifNoneMatch ? { claim: 'exclusive' } : {}),
            }),
          signal,
        );
        const { share, write } = reservation;
        const put = (store: Reservation['store']) => {
          const limited = limitSize(body, maxBytes, signal, () =>
            apiKeys.assertStillMay(write.createdBy, 'file_share'),
          );
          return store.put(share.storagePath, limited, {
            contentType: share.mimetype,
            size,
            // The file of a mount must be new: the name is claimed, and was free a moment ago.
            expected: share.filePath === null ? undefined : 'absent',
            signal,
          });
        };
        await refused.unlessFree(reservation, write, signal);
        const object = await streamWrites.put(reservation, write, put);
        try {
          const late = await lateOptions?.();
          const destination =
            late && caller.kind !== 'delivery'
              ? await reservations.findDestination(caller, { ...input, ...late })
              : undefined;
          await publish(caller)(await withLateOptions(write, late, destination), object);
        } catch (error) {
          await refused.endStream(reservation, write, object);
          throw error;
        }
        return (await findCommitted(caller, share.id)) ?? reservation;
      } catch (error) {
        // Reads the body to its end instead of cutting it off, so that the caller receives the error.
        body.unpipe();
        body.resume();
        throw error;
      }
    },
  };
}

/** Write with the form fields that follow the file. */
async function withLateOptions<Write extends ObjectWrite>(
  write: Write,
  late: UploadOptions | undefined,
  destination: ItemDestination | undefined,
): Promise<Write> {
  if (!late) return write;
  const { slug, remark, password, expires_in, max_views, use_proxy } = late;
  const chosen = checkSlug(slug);
  const draft = {
    ...readDraft(write),
    ...(chosen === undefined ? {} : { slug: chosen }),
    ...(destination ? { item: destination } : {}),
    ...(remark ? { remark } : {}),
    ...(password ? { passwordHash: await hashPassword(password) } : {}),
    ...(expires_in ? { expiresAt: expiryInHours(expires_in, write.createdAt) } : {}),
    ...(max_views ? { maxViews: toStoredMaxViews(max_views) ?? null } : {}),
    ...(typeof use_proxy === 'boolean' ? { useProxy: use_proxy } : {}),
  };
  return { ...write, details: writeDraft(draft) };
}
