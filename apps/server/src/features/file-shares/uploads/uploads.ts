import type { Readable } from 'node:stream';
import type { commitFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { z } from 'zod';
import { AppError } from '#errors';
import { limitSize } from '#files/size-limit.ts';
import type { JoinedUpload } from '#ledger/complete-upload.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { Authorized } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare } from '../repository.ts';
import { createPublish } from './publishing.ts';
import type { Reservation, Reservations, UploadInput, UploadOptions } from './reservations.ts';
import { readDraft, writeDraft } from './share-draft.ts';

/** Claims of a caller about the uploaded file. The storage's facts decide. */
type CommitInput = z.output<NonNullable<typeof commitFileShare.body>>;

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads in one piece: by presigned URL, or streamed through the server. */
export function createUploads(
  dependencies: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
) {
  const { ledger, directUploads, streamWrites } = dependencies;
  const publish = createPublish(dependencies, reservations, removals);

  const findCommitted = async (caller: AuthenticatedCaller, id: string) => {
    const found = await reservations.findOwn(caller, id);
    return found?.write ? undefined : found;
  };

  /** An object that cannot be published now stays, so that the same call may try again. */
  const publishJoined = async (caller: AuthenticatedCaller, joined: JoinedUpload) => {
    const { write, object, isCommitted } = joined;
    try {
      return await publish(caller)(write, object);
    } catch (error) {
      if (!isCommitted) await ledger.commit(write, [{ key: write.objectKey, ...object }], true);
      throw error;
    }
  };

  const end = async (caller: AuthenticatedCaller, fileId: string, uploadId?: string) => {
    const found = await reservations.findOwn(caller, fileId);
    const write = found?.write;
    const isMeant = write && (uploadId === undefined || write.uploadId === uploadId);
    // A commit at the same moment wins: what was acknowledged is not lost (SECURITY 12).
    return isMeant ? directUploads.abandon(found, write) : false;
  };

  return {
    async presign(
      caller: AuthenticatedCaller,
      input: UploadInput,
      origin: string,
      signal: AbortSignal,
    ) {
      const reservation = await reservations.reserve(caller, input, (storage, upload) =>
        directUploads.begin(storage, upload, signal),
      );
      const { write } = reservation;
      const [part] = write ? await directUploads.sign(reservation, write, [1], origin) : [];
      return { ...reservation, uploadUrl: part?.url ?? '' };
    },
    /** The caller's own, while it goes on and after. */
    find: reservations.findOwn,
    /**
     * Ends an upload of the caller's own: its URLs are worth nothing from here on.
     *
     * @throws {AppError} `file_shares.upload_unknown` where there is none, or it is committed
     */
    async discard(caller: AuthenticatedCaller, fileId: string, uploadId?: string) {
      if (!(await end(caller, fileId, uploadId))) throw new AppError('file_shares.upload_unknown');
    },
    /** Ends those of these uploads that are the caller's own and under way; says which. */
    async discardEach(caller: AuthenticatedCaller, fileIds: readonly string[]) {
      const ended: string[] = [];
      for (const id of await ledger.listOf(fileIds)) if (await end(caller, id)) ended.push(id);
      return ended;
    },
    /** Publishes a share whose file is there. Safe to repeat. */
    async commit(
      caller: AuthenticatedCaller,
      { file_id: id, size, etag }: CommitInput,
      signal: AbortSignal,
    ) {
      const reservation = await reservations.findOwn(caller, id);
      if (!reservation) throw new AppError('file_shares.not_found');
      const { write, config } = reservation;
      if (!write) return reservation;
      // Rights count as they are now (CONTRACT A6): the storage may have become private.
      if (caller.kind === 'apiKey' && !config.isPublic) throw new AppError('storage.not_found');
      try {
        const joined = await directUploads.join(
          reservation,
          write,
          { sizeBytes: size, etag },
          signal,
        );
        const share = await publishJoined(caller, joined);
        return { ...reservation, share: share as Authorized<FileShare>, write: undefined };
      } catch (error) {
        // A concurrent repeat of this call may have ended in between (SECURITY 12).
        const isOver = error instanceof AppError && error.code === 'file_shares.upload_unknown';
        const parallel = isOver ? await findCommitted(caller, id) : undefined;
        if (!parallel) throw error;
        return parallel;
      }
    },
    /**
     * Stores a stream and publishes it.
     *
     * @param input.mostBytes room that a body of unknown size needs; the largest upload by default
     * @param lateOptions fields of a form that came behind its file
     */
    async stream(
      caller: AuthenticatedCaller,
      input: UploadInput & { readonly mostBytes?: number | undefined },
      body: Readable,
      signal: AbortSignal,
      lateOptions?: () => Promise<UploadOptions>,
    ) {
      try {
        const maxBytes = await reservations.maxBytes();
        const size = input.size ?? undefined;
        const reservation = await reservations.reserve(caller, input, (storage, upload) =>
          streamWrites.begin(storage, {
            ...upload,
            sizeBytes: size ?? Math.min(input.mostBytes ?? maxBytes, maxBytes),
          }),
        );
        const { share, write } = reservation;
        if (!write) return reservation;
        const put = (store: Reservation['store']) => {
          const limited = limitSize(body, maxBytes, signal);
          return store.put(share.storagePath, limited, {
            contentType: share.mimetype,
            size,
            signal,
          });
        };
        const object = await streamWrites.put(reservation, write, put);
        try {
          await publish(caller)(await withLateOptions(write, lateOptions), object);
        } catch (error) {
          await streamWrites.giveUp(reservation, write);
          throw error;
        }
        return (await findCommitted(caller, share.id)) ?? reservation;
      } catch (error) {
        // Read away and not cut off, so that the caller gets to see why.
        body.unpipe();
        body.resume();
        throw error;
      }
    },
  };
}

/** The write with what its form said behind the file. */
async function withLateOptions<Write extends ObjectWrite>(
  write: Write,
  lateOptions: (() => Promise<UploadOptions>) | undefined,
): Promise<Write> {
  if (!lateOptions) return write;
  const { slug, remark, password, expires_in, max_views, use_proxy } = await lateOptions();
  const chosen = checkSlug(slug);
  const draft = {
    ...readDraft(write),
    ...(chosen === undefined ? {} : { slug: chosen }),
    ...(remark ? { remark } : {}),
    ...(password ? { passwordHash: await hashPassword(password) } : {}),
    ...(expires_in ? { expiresAt: expiryInHours(expires_in, write.createdAt) } : {}),
    ...(max_views ? { maxViews: toStoredMaxViews(max_views) ?? null } : {}),
    ...(typeof use_proxy === 'boolean' ? { useProxy: use_proxy } : {}),
  };
  return { ...write, details: writeDraft(draft) };
}
