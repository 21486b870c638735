import { AppError } from '#errors';
import { bareEtag } from '#object-store/etag.ts';
import { MIN_PART_BYTES, partSizeFor } from '#object-store/part-size.ts';
import type { UploadCaller } from '#security/caller.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Reservation, Reservations, UploadInput } from './reservations.ts';

/** Number of URLs that init returns; the client asks for more during the upload. */
const FIRST_URLS = 100;

export interface UploadReference {
  readonly fileId: string;
  readonly uploadId: string;
}

/** Multipart uploads that go directly from the browser to the storage. */
export function createMultipart(
  { directUploads }: FileShareDependencies,
  reservations: Reservations,
) {
  const openOf = (found: Reservation | undefined, { uploadId }: UploadReference) => {
    const write = found?.write;
    if (write?.uploadId !== uploadId) throw new AppError('file_shares.upload_unknown');
    return { storage: found as Reservation, write };
  };
  const findOpen = async (caller: UploadCaller, reference: UploadReference) =>
    openOf(await reservations.findOwn(caller, reference.fileId), reference);
  return {
    /** @param input.urlCount number of URLs to return; 100 by default */
    async init(
      caller: UploadCaller,
      {
        urlCount = FIRST_URLS,
        ...input
      }: UploadInput & {
        size: number;
        part_size?: number | null | undefined;
        urlCount?: number;
      },
      origin: string,
      signal: AbortSignal,
    ) {
      const partSize = partSizeFor(input.size, input.part_size);
      const reservation = await reservations.reserve(
        caller,
        input,
        (storage, upload) => directUploads.begin(storage, { ...upload, partSize }, signal),
        signal,
      );
      const { write } = reservation;
      const started = await directUploads.signFirst(reservation, write, origin, urlCount);
      return { ...reservation, ...started };
    },
    async sign(
      caller: UploadCaller,
      reference: UploadReference,
      partNumbers: readonly number[],
      origin: string,
    ) {
      const { storage, write } = await findOpen(caller, reference);
      return directUploads.signMore(storage, write, partNumbers, origin);
    },
    async listParts(caller: UploadCaller, reference: UploadReference, signal: AbortSignal) {
      const found = await reservations.findOwn(caller, reference.fileId);
      // Its PUT has committed it, and the reply was lost: the file is its only part.
      if (found && !found.write && found.share.size <= MIN_PART_BYTES) {
        const { size, etag } = found.share;
        return [{ partNumber: 1, size: Number(size), etag: etag ?? '' }];
      }
      const { storage, write } = openOf(found, reference);
      return directUploads.listParts(storage, write, signal);
    },
    /** Joins the parts; commit publishes the share. Safe to repeat. */
    async complete(
      caller: UploadCaller,
      reference: UploadReference,
      parts: readonly { partNumber: number; etag: string }[],
      signal: AbortSignal,
    ) {
      const { storage, write } = await findOpen(caller, reference);
      const { etag, size } = await directUploads.complete(storage, write, { parts }, signal);
      return { etag: bareEtag(etag), size };
    },
  };
}
