import { createdByOf } from '@satchel/permissions';
import { AppError } from '#errors';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { AuthorizedPlace } from '../places.ts';
import { isTooMuch, type StoredFile, type Writing } from '../writing/writing.ts';

/** CONTRACT F4: lifetime of the URL that a browser PUTs to. */
const PUT_LIFETIME_SECONDS = 3600;
/** A slow upload may end long after its URL, which need only be good when it starts. */
const TICKET_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** How far the clock of a storage may be off; S3 itself refuses more. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;
const PURPOSE = 'file-system-upload';

export interface PresignInput {
  /** The directory. */
  readonly path: string;
  readonly fileName: string;
  readonly fileSize?: number | null | undefined;
}

export interface PresignedEntry {
  readonly place: AuthorizedPlace;
  readonly url: string;
  /** Says at commit who may finish which upload. */
  readonly ticket: string;
  readonly contentType: string;
}

export interface CommitInput {
  readonly targetPath: string;
  readonly mountId: string;
  /** The ticket; older clients may leave it out, and then nothing is ever removed for them. */
  readonly fileId?: string | null | undefined;
  readonly fileSize?: number | null | undefined;
  readonly etag?: string | null | undefined;
}

/** Uploads by presigned URL. */
export interface EntryUploads {
  presign(
    caller: AuthenticatedCaller,
    input: PresignInput,
    origin: string,
    signal: AbortSignal,
  ): Promise<PresignedEntry>;
  /** Makes the uploaded object known. Safe to repeat. */
  commit(caller: AuthenticatedCaller, input: CommitInput, signal: AbortSignal): Promise<StoredFile>;
}

export function createEntryUploads(
  { places, secretKey, clock }: FileSystemDependencies,
  writing: Writing,
): EntryUploads {
  /** Nothing is stored for it: the upload is what its signature says (SECURITY 3). */
  const ticketText = (
    caller: AuthenticatedCaller,
    { storage, key }: AuthorizedPlace,
    end: number,
  ) => JSON.stringify([createdByOf(caller), storage.config.id, key, end]);
  const issue = (caller: AuthenticatedCaller, place: AuthorizedPlace) => {
    const end = clock.now().getTime() + TICKET_LIFETIME_MS;
    return `${end.toString(36)}.${secretKey.sign(PURPOSE, ticketText(caller, place, end))}`;
  };
  const assertTicket = (caller: AuthenticatedCaller, place: AuthorizedPlace, ticket: string) => {
    const [end = '', proof = ''] = ticket.split('.');
    const endMs = Number.parseInt(end, 36);
    const isRight = secretKey.verify(PURPOSE, ticketText(caller, place, endMs), proof);
    if (!isRight || endMs < clock.now().getTime()) throw new AppError('file_system.upload_unknown');
    return { issuedMs: endMs - TICKET_LIFETIME_MS };
  };
  return {
    async presign(caller, { path, fileName, fileSize }, origin, signal) {
      const place = await writing.target(caller, path, fileName, signal);
      await writing.assertFits(place, fileSize ?? 0);
      return {
        place,
        url: await place.storage.store.presignPut(place.key, {
          expiresInSeconds: PUT_LIFETIME_SECONDS,
          origin,
        }),
        ticket: issue(caller, place),
        contentType: contentTypeOf(place.name),
      };
    },
    async commit(caller, { targetPath, mountId, fileId, fileSize, etag }, signal) {
      const place = await places.find(caller, 'mount_upload', targetPath);
      if (place.mount.id !== mountId) throw new AppError('file_system.upload_unknown');
      const issuedMs = fileId ? assertTicket(caller, place, fileId).issuedMs : 0;
      const object = await place.storage.store.confirm(place.key, signal);
      // What is older than the ticket is what was there before, and nobody's upload (SECURITY 3).
      const changedMs = object?.lastModified?.getTime() ?? issuedMs;
      if (!object || changedMs + CLOCK_SKEW_MS < issuedMs) {
        throw new AppError('file_system.not_uploaded');
      }
      if (typeof fileSize === 'number' && fileSize !== object.size) {
        throw new AppError('file_system.size_mismatch');
      }
      if (etag && bareEtag(etag) !== bareEtag(object.etag)) {
        throw new AppError('file_system.etag_mismatch');
      }
      if (fileId) await keepOnlyWhatFits(writing, place, object.size);
      const contentType = contentTypeOf(place.name);
      return { place, size: object.size, etag: bareEtag(object.etag), contentType };
    },
  };
}

/** A URL cannot limit what is PUT to it; what turns out too large goes again (CONTRACT A3). */
export async function keepOnlyWhatFits(
  writing: Pick<Writing, 'assertFits'>,
  place: AuthorizedPlace,
  sizeBytes: number,
): Promise<void> {
  try {
    await writing.assertFits(place, sizeBytes);
  } catch (error) {
    // A fault of the moment takes nothing away.
    if (isTooMuch(error)) await place.storage.store.remove([place.key]);
    throw error;
  }
}
