import type { Readable } from 'node:stream';
import { AppError } from '#errors';
import { assertSize } from '#files/size-limit.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import { MAX_PARTS, partSizeFor } from '#object-store/part-size.ts';
import { STREAM_PART_BYTES } from '#object-store/s3/part-memory.ts';
import type { Authorized } from '#security/authorized.ts';
import type { UploadCaller } from '#security/caller.ts';
import type { FileShareDependencies } from '../../dependencies.ts';
import type { Reservation, Reservations, UploadInput } from '../reservations.ts';
import type { Uploads } from '../uploads.ts';
import { mismatchingOffset, UploadProblem } from './problems.ts';
import {
  NOTHING,
  offsetOf,
  readStoredBytes,
  type StoredBytes,
  storeBytes,
} from './stored-bytes.ts';
import { createTurns, type Turn } from './turns.ts';

/** State of an upload, as the draft has it. */
export interface ResumableState {
  readonly offset: number;
  /** Undefined while the client has not sent it. */
  readonly length: number | undefined;
  readonly isComplete: boolean;
  /** Seconds until an idle upload is removed; undefined for a complete one. */
  readonly maxAgeSeconds: number | undefined;
}

/** Body of a request that creates an upload or appends to it. */
export interface UploadBody {
  readonly body: Readable;
  /** `Content-Length`; undefined for a chunked body. */
  readonly contentLength: number | undefined;
  /** `Upload-Length` */
  readonly uploadLength: number | undefined;
  /** `Upload-Complete`: true if the file ends with this body. */
  readonly isLast: boolean;
  /** Receives the offset after each stored part. */
  readonly onOffset: (offset: number) => void;
  /** Called once the whole file is stored, before it becomes a share. */
  readonly onTransferred: () => void;
}

/** State of an upload after a request; with `published` once it is a share. */
export interface Appended {
  readonly state: ResumableState;
  readonly published: Reservation | undefined;
}

/** Upload of the caller that is not a share yet. */
type OpenUpload = Reservation & { readonly write: Authorized<ObjectWrite> };

/**
 * Resumable uploads by `draft-ietf-httpbis-resumable-upload`. An upload is a row of the ledger and a
 * multipart upload of its storage, like any other upload in parts; only its bytes come through the
 * server. Publishing it is `uploads.commit`.
 */
export function createResumable(
  dependencies: FileShareDependencies,
  reservations: Reservations,
  uploads: Pick<Uploads, 'commit' | 'discard'>,
) {
  const { apiKeys, ledger, directUploads, settings, clock } = dependencies;
  const turns = createTurns(dependencies);

  const maxAgeOf = ({ expiresAt }: ObjectWrite) =>
    Math.max(0, Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000));

  const find = async (caller: UploadCaller, id: string): Promise<Reservation> => {
    const found = await reservations.findOwn(caller, id);
    // An upload in one piece by URL has no parts of its own size.
    if (!found || found.write?.partSize === null) throw new AppError('file_shares.upload_unknown');
    return found;
  };
  const stateOf = (write: ObjectWrite, offset: number): ResumableState => ({
    offset,
    length: write.declaredBytes === null ? undefined : Number(write.declaredBytes),
    isComplete: false,
    maxAgeSeconds: maxAgeOf(write),
  });
  const completed = ({ share }: Reservation): ResumableState => {
    const size = Number(share.size);
    return { offset: size, length: size, isComplete: true, maxAgeSeconds: undefined };
  };
  /** The row as it is now, because the request before may have changed it. */
  const reload = async (upload: OpenUpload): Promise<OpenUpload> => {
    const write = (await ledger.find(upload.write.id)) ?? upload.write;
    return { ...upload, write: write as Authorized<ObjectWrite> };
  };
  /** Bytes of an upload whose parts are joined: only publishing it is left. */
  const joinedBytes = ({ size, declaredBytes }: ObjectWrite): StoredBytes => {
    const total = size ?? declaredBytes;
    if (total === null) throw new AppError('file_shares.upload_unknown');
    return { ...NOTHING, inParts: Number(total) };
  };

  /** Checks a body against the length of the file; returns the length, if it is known. */
  const checkLength = async (write: ObjectWrite, offset: number, body: UploadBody) => {
    const known = write.declaredBytes === null ? undefined : Number(write.declaredBytes);
    const length = lengthToldBy(body, offset, known);
    // The size of the parts was chosen when the length may have been unknown.
    const inParts = Number(write.partSize) * MAX_PARTS;
    const maxBytes = Math.min(await reservations.maxBytes(), inParts);
    assertSize(length ?? offset + (body.contentLength ?? 0), maxBytes);
    return { length, maxBytes: (length ?? maxBytes) - offset };
  };

  /** Stores a body in its turn. Returns the offset after it. */
  const append = async (
    upload: OpenUpload,
    before: StoredBytes | undefined,
    body: UploadBody,
    turn: Turn,
  ): Promise<number> => {
    const { write } = upload;
    const offset = offsetOf(before ?? joinedBytes(write));
    const { length, maxBytes } = await checkLength(write, offset, body);
    if (length !== undefined && write.declaredBytes === null) {
      await ledger.change(write.id, { declaredBytes: BigInt(length) });
    }
    if (!before) return offset;
    // Keeps the upload from being swept.
    await ledger.extend(write);
    const end = await storeBytes(ledger, upload, { ...body, before, length, maxBytes }, turn);
    if (body.isLast && length !== undefined && end !== length) {
      throw new UploadProblem('inconsistent-upload-length', end);
    }
    return end;
  };

  /** Ends an upload whose body was longer than its length or than any upload may be. */
  const refuseTooLong = async (caller: UploadCaller, { write }: OpenUpload, error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'file_shares.too_large') throw error;
    const now = await ledger.find(write.id);
    await uploads.discard(caller, write.id);
    throw now?.declaredBytes == null ? error : new UploadProblem('inconsistent-upload-length');
  };

  const finish = async (
    caller: UploadCaller,
    upload: OpenUpload,
    offset: number,
    { isLast, onTransferred }: UploadBody,
    signal: AbortSignal,
  ): Promise<Appended> => {
    const { write } = await reload(upload);
    if (!isLast) return { state: stateOf(write, offset), published: undefined };
    onTransferred();
    await apiKeys.assertStillMay(write.createdBy, 'file_share');
    const published = await uploads.commit(caller, { file_id: write.id, size: offset }, signal);
    return { state: completed(published), published };
  };

  return {
    isOn: () => settings.getBoolean('resumable_uploads'),
    /** Largest upload in bytes. */
    maxBytes: reservations.maxBytes,
    /**
     * Reserves an upload and stores what its body has.
     *
     * @param onCreated called before the body is read
     */
    async create(
      caller: UploadCaller,
      input: Omit<UploadInput, 'size'>,
      body: UploadBody,
      onCreated: (id: string, state: ResumableState) => void,
      signal: AbortSignal,
    ): Promise<Appended & { readonly id: string }> {
      const size = lengthToldBy(body, 0);
      const partSize = partSizeFor(size ?? 0, STREAM_PART_BYTES);
      const reservation = await reservations.reserve(
        caller,
        { ...input, size },
        (storage, upload) => directUploads.begin(storage, { ...upload, partSize }, signal),
        signal,
      );
      const { write } = reservation;
      onCreated(write.id, stateOf(write, 0));
      const work = (turn: Turn) => append(reservation, NOTHING, body, turn);
      const end = await turns
        .inTurn(write, signal, work)
        .catch((error: unknown) => refuseTooLong(caller, reservation, error));
      if (end === undefined) throw new AppError('file_shares.upload_unknown');
      return { id: write.id, ...(await finish(caller, reservation, end, body, signal)) };
    },
    /** State of an upload. Interrupts a request that appends to it, so that the offset is final. */
    async read(caller: UploadCaller, id: string, signal: AbortSignal): Promise<ResumableState> {
      const found = await find(caller, id);
      const { write } = found;
      if (!write) return completed(found);
      const state = await turns.inTurn(write, signal, async () => {
        const upload = await reload({ ...found, write });
        const stored = await readStoredBytes(upload, upload.write, signal);
        return stateOf(upload.write, offsetOf(stored ?? joinedBytes(upload.write)));
      });
      if (state) return state;
      const now = await find(caller, id);
      return now.write ? stateOf(now.write, offsetOf(joinedBytes(now.write))) : completed(now);
    },
    /**
     * Appends to an upload.
     *
     * @throws {UploadProblem} for another offset or length than the upload has
     */
    async append(
      caller: UploadCaller,
      id: string,
      offset: number,
      body: UploadBody,
      signal: AbortSignal,
    ): Promise<Appended> {
      const found = await find(caller, id);
      const { write } = found;
      if (!write) throw refuseCompleted(body);
      const upload = { ...found, write };
      const work = async (turn: Turn) => {
        const current = await reload(upload);
        const stored = await readStoredBytes(current, current.write, signal);
        const expected = offsetOf(stored ?? joinedBytes(current.write));
        if (offset !== expected) throw mismatchingOffset(expected, offset);
        return append(current, stored, body, turn);
      };
      const end = await turns
        .inTurn(write, signal, work)
        .catch((error: unknown) => refuseTooLong(caller, upload, error));
      if (end !== undefined) return finish(caller, upload, end, body, signal);
      const now = await find(caller, id);
      if (!now.write) throw refuseCompleted(body);
      // Its object is stored, and only the share is missing.
      const total = offsetOf(joinedBytes(now.write));
      if (offset !== total) throw mismatchingOffset(total, offset);
      return finish(caller, { ...now, write: now.write }, total, body, signal);
    },
    /**
     * Interrupts a request that appends, and removes the upload with its bytes.
     *
     * @throws {AppError} `file_shares.upload_unknown` if there is none, or it is complete
     */
    async drop(caller: UploadCaller, id: string, signal: AbortSignal): Promise<void> {
      const { write } = await find(caller, id);
      if (!write) throw new AppError('file_shares.upload_unknown');
      await turns.inTurn(write, signal, () => uploads.discard(caller, id));
    },
  };
}

/**
 * Size of the file as a request and those before it tell it.
 *
 * @throws {UploadProblem} if they tell different sizes, or the body is longer
 */
function lengthToldBy(body: UploadBody, offset: number, known?: number): number | undefined {
  const { contentLength, uploadLength, isLast } = body;
  const end = contentLength === undefined ? undefined : offset + contentLength;
  const lengths = [known, uploadLength, isLast ? end : undefined].filter(
    (each) => each !== undefined,
  );
  const [length] = lengths;
  if (new Set(lengths).size > 1 || (length !== undefined && (end ?? offset) > length)) {
    throw new UploadProblem('inconsistent-upload-length', offset);
  }
  return length;
}

/** The draft tells an empty append to a complete upload from one with bytes. */
function refuseCompleted({ contentLength, body }: UploadBody): UploadProblem {
  const isEmpty = contentLength === 0 || (contentLength === undefined && body.readableEnded);
  return new UploadProblem(isEmpty ? 'completed-upload' : 'inconsistent-upload-length');
}
