import type { Readable } from 'node:stream';
import { AppError } from '#errors';
import { authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { limitSize } from '#share-rules/size-limit.ts';
import { checkSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare, FileShareChanges } from '../repository.ts';
import type { Reservation, Reservations, UploadInput, UploadOptions } from './reservations.ts';

/** CONTRACT F4: lifetime of the URL that a browser PUTs to. */
const PUT_LIFETIME_SECONDS = 3600;

export interface PresignedUpload extends Reservation {
  readonly uploadUrl: string;
}

/** Uploads in one piece: by presigned URL, or streamed through the server. */
export interface Uploads {
  presign(
    caller: AuthenticatedCaller,
    input: UploadInput,
    origin: string,
  ): Promise<PresignedUpload>;
  /** The caller's own, while it goes on and after. */
  find(caller: AuthenticatedCaller, fileId: string): Promise<Reservation | undefined>;
  /**
   * Drops an upload with its row, parts and object. Safe to repeat, and of an upload that is not
   * there, or not the caller's, as if it had been.
   *
   * @throws {AppError} `file_shares.upload_unknown` where it is committed, and so over
   */
  discard(caller: AuthenticatedCaller, fileId: string, uploadId?: string): Promise<void>;
  /** Publishes a share whose object is there. Safe to repeat. */
  commit(
    caller: AuthenticatedCaller,
    input: { file_id: string; size?: number | null | undefined; etag?: string | null | undefined },
    signal: AbortSignal,
  ): Promise<Reservation>;
  /**
   * Stores a stream and publishes it.
   *
   * @param lateOptions fields of a form that came behind its file
   */
  stream(
    caller: AuthenticatedCaller,
    input: UploadInput,
    body: Readable,
    signal: AbortSignal,
    lateOptions?: () => Promise<UploadOptions>,
  ): Promise<Reservation>;
}

export function createUploads(
  dependencies: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
): Uploads {
  const { repository, clock } = dependencies;

  /** What `override` replaces stays open until the new file is there (CONTRACT F4). */
  const findReplaced = async (caller: AuthenticatedCaller, { id, replacesSlug }: FileShare) => {
    if (replacesSlug === null) return undefined;
    const holder = authorizeOwner(caller, await repository.findBySlug(replacesSlug));
    // A commit at the same moment may have put this share there already.
    return holder?.id === id ? undefined : holder;
  };

  /** Storage has the last word on size and ETag; a client's are only compared (SECURITY 3). */
  const publish = async (
    caller: AuthenticatedCaller,
    reservation: Reservation,
    claim: { size?: number | null | undefined; etag?: string | null | undefined },
    signal: AbortSignal,
  ): Promise<Reservation> => {
    const { share, store } = reservation;
    const object = await store.confirm(share.storagePath, signal);
    if (!object) throw new AppError('file_shares.not_uploaded');
    if (claim.size !== undefined && claim.size !== null && claim.size !== object.size) {
      throw new AppError('file_shares.size_mismatch');
    }
    if (claim.etag && bareEtag(claim.etag) !== bareEtag(object.etag)) {
      throw new AppError('file_shares.etag_mismatch');
    }
    try {
      await reservations.assertFits(reservation, share, object.size);
    } catch (error) {
      await removals.removeUnchanged([share]);
      throw error;
    }
    const now = clock.now();
    const changes = {
      size: BigInt(object.size),
      etag: object.etag,
      uploadId: null,
      committedAt: now,
      updatedAt: now,
      slug: share.replacesSlug ?? share.slug,
      replacesSlug: null,
    };
    const replaced = await findReplaced(caller, share);
    if (replaced) await removals.replace(replaced, share, changes);
    else await repository.update(share, changes);
    return { ...reservation, share: { ...share, ...changes } };
  };

  return {
    async presign(caller, input, origin) {
      const reservation = await reservations.reserve(caller, input);
      const uploadUrl = await reservation.store.presignPut(reservation.share.storagePath, {
        expiresInSeconds: PUT_LIFETIME_SECONDS,
        origin,
      });
      return { ...reservation, uploadUrl };
    },
    find: reservations.findOwn,
    async discard(caller, fileId, uploadId) {
      const isOver = !(await reservations.discard(caller, fileId, uploadId));
      if (isOver) throw new AppError('file_shares.upload_unknown');
    },
    async commit(caller, { file_id: id, size, etag }, signal) {
      const reservation = await reservations.findOwn(caller, id);
      if (!reservation) throw new AppError('file_shares.not_found');
      if (reservation.share.committedAt !== null) return reservation;
      return publish(caller, reservation, { size, etag }, signal);
    },
    async stream(caller, input, body, signal, lateOptions) {
      const reservation = await reservations.reserve(caller, input);
      const { share, store } = reservation;
      try {
        const limited = limitSize(body, await reservations.maxBytes(), signal);
        const options = { contentType: share.mimetype, size: input.size ?? undefined, signal };
        await store.put(share.storagePath, limited, options);
        const late = lateOptions && (await changesOf(await lateOptions(), share));
        if (late) await repository.update(share, late);
        const ready = { ...reservation, share: { ...share, ...late } };
        return await publish(caller, ready, {}, signal);
      } catch (error) {
        // Read away and not cut off, so that the caller gets to see why.
        body.unpipe();
        body.resume();
        await removals.remove([share]);
        throw error;
      }
    },
  };
}

async function changesOf(options: UploadOptions, share: FileShare): Promise<FileShareChanges> {
  const { slug, remark, password, expires_in, max_views, use_proxy } = options;
  const chosen = checkSlug(slug);
  return {
    ...(chosen === undefined ? {} : { slug: chosen }),
    ...(remark ? { remark } : {}),
    ...(password ? { passwordHash: await hashPassword(password) } : {}),
    ...(expires_in ? { expiresAt: expiryInHours(expires_in, share.createdAt) } : {}),
    ...(max_views ? { maxViews: toStoredMaxViews(max_views) ?? null } : {}),
    ...(typeof use_proxy === 'boolean' ? { useProxy: use_proxy } : {}),
  };
}
