import { AppError } from '#errors';
import type { StoredPart } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { partSizeFor } from '#share-rules/part-size.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { Reservation, Reservations, UploadInput } from './reservations.ts';

/** How many URLs come with init; the client asks for more as it goes. */
const FIRST_URLS = 100;
const URL_LIFETIME_SECONDS = 3600;

export interface SignedPart {
  readonly partNumber: number;
  readonly url: string;
}

export interface MultipartReservation extends Reservation {
  readonly uploadId: string;
  readonly partSize: number;
  readonly partCount: number;
  readonly urls: readonly SignedPart[];
  readonly urlLifetimeSeconds: number;
}

/** Uploads in parts, straight from the browser to storage. */
export interface Multipart {
  init(
    caller: AuthenticatedCaller,
    input: UploadInput & { size: number; part_size?: number | null | undefined },
    origin: string,
    signal: AbortSignal,
  ): Promise<MultipartReservation>;
  sign(
    caller: AuthenticatedCaller,
    reference: UploadReference,
    partNumbers: readonly number[],
    origin: string,
  ): Promise<{ urls: readonly SignedPart[]; urlLifetimeSeconds: number }>;
  listParts(
    caller: AuthenticatedCaller,
    reference: UploadReference,
    signal: AbortSignal,
  ): Promise<readonly StoredPart[]>;
  /** Joins the parts. Safe to repeat. */
  complete(
    caller: AuthenticatedCaller,
    reference: UploadReference,
    parts: readonly { partNumber: number; etag: string }[],
    signal: AbortSignal,
  ): Promise<{ etag: string; size: number }>;
  abort(caller: AuthenticatedCaller, reference: UploadReference): Promise<void>;
}

export interface UploadReference {
  readonly fileId: string;
  readonly uploadId: string;
}

export function createMultipart(
  { repository, clock }: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
): Multipart {
  const findOpen = async (caller: AuthenticatedCaller, { fileId, uploadId }: UploadReference) => {
    const reservation = await reservations.findOwn(caller, fileId);
    if (reservation?.share.uploadId !== uploadId || reservation.share.committedAt !== null) {
      throw new AppError('file_shares.upload_unknown');
    }
    return reservation;
  };

  const signParts = async (
    { share, store }: Reservation,
    uploadId: string,
    partNumbers: readonly number[],
    origin: string,
  ) =>
    Promise.all(
      partNumbers.map(async (partNumber) => {
        const options = { expiresInSeconds: URL_LIFETIME_SECONDS, origin };
        const url = await store.presignPart(share.storagePath, uploadId, partNumber, options);
        return { partNumber, url };
      }),
    );

  return {
    async init(caller, input, origin, signal) {
      const reservation = await reservations.reserve(caller, input);
      const { share, store } = reservation;
      try {
        const uploadId = await store.createUpload(share.storagePath, share.mimetype, signal);
        await repository.update(share, { uploadId });
        const partSize = partSizeFor(input.size, input.part_size);
        const partCount = Math.max(1, Math.ceil(input.size / partSize));
        const first = Array.from({ length: Math.min(partCount, FIRST_URLS) }, (_, i) => i + 1);
        const urls = await signParts(reservation, uploadId, first, origin);
        const urlLifetimeSeconds = URL_LIFETIME_SECONDS;
        return { ...reservation, uploadId, partSize, partCount, urls, urlLifetimeSeconds };
      } catch (error) {
        await removals.remove([share]);
        throw error;
      }
    },
    async sign(caller, reference, partNumbers, origin) {
      const reservation = await findOpen(caller, reference);
      // Tells the sweeper that this upload is alive.
      await repository.update(reservation.share, { updatedAt: clock.now() });
      const urls = await signParts(reservation, reference.uploadId, partNumbers, origin);
      return { urls, urlLifetimeSeconds: URL_LIFETIME_SECONDS };
    },
    async listParts(caller, reference, signal) {
      const { share, store } = await findOpen(caller, reference);
      const parts = await store.listParts(share.storagePath, reference.uploadId, signal);
      if (!parts) throw new AppError('file_shares.upload_unknown');
      return parts;
    },
    async complete(caller, reference, parts, signal) {
      const { share, store } = await findOpen(caller, reference);
      const { storagePath } = share;
      const outcome = await store.completeUpload(storagePath, reference.uploadId, parts, signal);
      if (outcome === 'invalid_parts') throw new AppError('file_shares.parts_invalid');
      // An upload that is gone while its object is there was completed by an earlier call.
      const object = await store.confirm(storagePath, signal);
      if (!object) throw new AppError('file_shares.upload_unknown');
      return { etag: bareEtag(object.etag), size: object.size };
    },
    async abort(caller, { fileId, uploadId }) {
      await reservations.discard(caller, fileId, uploadId);
    },
  };
}
