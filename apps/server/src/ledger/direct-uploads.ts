import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors';
import type { ObjectInfo, StoredObject, StoredPart } from '#object-store';
import { bareEtag } from '#share-rules/etag.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import type { Ledger, WrittenStorage } from './ledger.ts';
import type { NewWrite, ObjectWrite } from './object-write.ts';

/** CONTRACT F4: lifetime of the URLs that a browser PUTs to. */
export const URL_LIFETIME_SECONDS = 3600;
/** How many URLs are signed before others get their turn. */
const SIGN_BATCH = 100;
const POLL_MS = 50;
/** How far the clock of a storage may be off; S3 itself refuses more. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;

export interface SignedPart {
  readonly partNumber: number;
  readonly url: string;
}

export interface NewUpload extends Omit<NewWrite, 'claim' | 'sizeBytes'> {
  readonly contentType: string;
}

/** What a caller says of what it has uploaded; storage has the last word (SECURITY 3). */
export interface UploadClaim {
  readonly sizeBytes?: number | null | undefined;
  readonly etag?: string | null | undefined;
  /** Which parts make the object; all that are there by default. */
  readonly parts?: readonly { readonly partNumber: number; readonly etag: string }[] | undefined;
}

/** The errors of a feature have names of their own. */
export type ErrorFamily = 'file_shares' | 'file_system';

/** Settles a write in the feature's own transaction. */
export type Settle = (write: ObjectWrite, object: StoredObject) => Promise<void>;

/**
 * Uploads that clients PUT straight into a storage (CONTRACT A6): each is a multipart upload of the
 * storage, also one of a single part, and becomes an object only when the server completes it.
 */
export interface DirectUploads {
  /** Takes name and room, then begins the upload. */
  begin(storage: WrittenStorage, upload: NewUpload, signal: AbortSignal): Promise<ObjectWrite>;
  /** Each URL takes as many bytes as its part has, where the storage can be told. */
  sign(
    storage: WrittenStorage,
    write: ObjectWrite,
    partNumbers: readonly number[],
    origin: string,
  ): Promise<SignedPart[]>;
  /** @throws {AppError} `<family>.upload_unknown` */
  listParts(
    storage: WrittenStorage,
    write: ObjectWrite,
    signal: AbortSignal,
  ): Promise<readonly StoredPart[]>;
  /**
   * Makes the object appear, once for any number of callers. Whatever is refused leaves what was
   * there before.
   *
   * @throws {AppError} `<family>.not_uploaded`, `.size_mismatch`, `.etag_mismatch`, `.parts_invalid`,
   *   `.upload_unknown`; `file_shares.too_large` and `storage.insufficient`, which end the upload;
   *   `file_system.exists` and `file_system.busy`
   */
  complete(
    storage: WrittenStorage,
    write: ObjectWrite,
    claim: UploadClaim,
    signal: AbortSignal,
    settle?: Settle,
  ): Promise<StoredObject>;
  /** Ends an upload and its parts at once. False where somebody is just completing it. */
  abandon(storage: WrittenStorage, write: ObjectWrite): Promise<boolean>;
}

export interface DirectUploadDependencies {
  readonly ledger: Ledger;
  /** Largest upload in bytes. */
  readonly maxUploadBytes: () => Promise<number>;
}

export function createDirectUploads(
  dependencies: DirectUploadDependencies,
  family: ErrorFamily,
): DirectUploads {
  const { ledger, maxUploadBytes } = dependencies;
  const abandon: DirectUploads['abandon'] = async ({ store }, { id }) => {
    const ended = await ledger.abandon({ id });
    for (const { objectKey, uploadId, details } of ended) {
      if (uploadId !== null) await store.abortUpload(objectKey, uploadId);
      // A share's object, where it was joined already, is nobody's without the share.
      if (details !== null) await store.remove([objectKey]);
    }
    await ledger.remove(ended);
    return ended.length > 0;
  };
  return {
    async begin(storage, { contentType, ...upload }, signal) {
      const sizeBytes = upload.declaredBytes ?? (await maxUploadBytes());
      const write = await ledger.begin(storage, { ...upload, sizeBytes });
      try {
        const { store } = storage;
        const uploadId = await store.createUpload(write.objectKey, contentType, signal);
        await ledger.noteUpload(write.id, uploadId).catch(async (error: unknown) => {
          await store.abortUpload(write.objectKey, uploadId);
          throw error;
        });
        return { ...write, uploadId };
      } catch (error) {
        await ledger.remove([write]);
        throw error;
      }
    },
    async sign({ store }, write, partNumbers, origin) {
      const maxBytes = await maxUploadBytes();
      const signed: SignedPart[] = [];
      for (let start = 0; start < partNumbers.length; start += SIGN_BATCH) {
        const batch = partNumbers.slice(start, start + SIGN_BATCH).map(async (partNumber) => {
          const options = {
            expiresInSeconds: URL_LIFETIME_SECONDS,
            origin,
            ...lengthOf(write, partNumber, maxBytes),
          };
          const { objectKey, uploadId } = write;
          const url = await store.presignPart(objectKey, uploadId ?? '', partNumber, options);
          return { partNumber, url };
        });
        signed.push(...(await Promise.all(batch)));
        if (start + SIGN_BATCH < partNumbers.length) await setImmediate();
      }
      return signed;
    },
    async listParts({ store }, { objectKey, uploadId }, signal) {
      const parts = await store.listParts(objectKey, uploadId ?? '', signal);
      if (!parts) throw new AppError(`${family}.upload_unknown`);
      return parts;
    },
    complete: createComplete(dependencies, family, abandon),
    abandon,
  };
}

/** What a URL may take: exactly what was declared, or at most what anybody may upload. */
function lengthOf({ declaredBytes, partSize }: ObjectWrite, partNumber: number, maxBytes: number) {
  if (declaredBytes === null) return { maxLengthBytes: maxBytes };
  const size = Number(declaredBytes);
  const before = partSize === null ? 0 : (partNumber - 1) * Number(partSize);
  const length = partSize === null ? size : Math.min(Number(partSize), size - before);
  // Parts beyond the announced end have nothing to hold.
  return { lengthBytes: Math.max(0, length) };
}

function createComplete(
  { ledger, maxUploadBytes }: DirectUploadDependencies,
  family: ErrorFamily,
  abandon: DirectUploads['abandon'],
): DirectUploads['complete'] {
  const unknown = () => new AppError(`${family}.upload_unknown`);
  const finish: Settle = (write, object) =>
    ledger.store(write, [{ key: write.objectKey, ...object }]);

  /** Undefined where this upload was joined before, by a call whose end nobody has noted. */
  const readParts = async (
    { store }: WrittenStorage,
    { objectKey, uploadId }: ObjectWrite,
    claim: UploadClaim,
    signal: AbortSignal,
  ) => {
    const stored = await store.listParts(objectKey, uploadId ?? '', signal);
    return stored && chooseParts(stored, claim, family);
  };
  const findJoined = async ({ store }: WrittenStorage, write: ObjectWrite, signal: AbortSignal) => {
    if (write.size === null) return undefined;
    const object = await store.head(write.objectKey, signal);
    return object && isWritten(object, write) ? object : undefined;
  };
  const assertFits = async (sizeBytes: number) => {
    const maxBytes = await maxUploadBytes();
    if (sizeBytes <= maxBytes) return;
    const details = { maxMegabytes: maxBytes / 1024 ** 2 };
    throw new AppError('file_shares.too_large', { details });
  };
  /** Waits for whoever is completing the same upload, and tells what came of it. */
  const awaitOther = async (write: ObjectWrite, signal: AbortSignal) => {
    while (await ledger.isLanding(write)) await sleep(POLL_MS, undefined, { signal });
    return ledger.find(write.id);
  };

  const land = async (
    storage: WrittenStorage,
    write: ObjectWrite,
    chosen: ChosenParts,
    signal: AbortSignal,
  ): Promise<StoredObject> => {
    const { store } = storage;
    const { objectKey: key, mayOverwrite } = write;
    const uploadId = write.uploadId ?? '';
    if (!mayOverwrite && write.kind !== 'file_share' && (await store.head(key, signal))) {
      throw new AppError('file_system.exists');
    }
    if (chosen.sizeBytes === 0) {
      const options = { contentType: contentTypeOf(key), size: 0, signal };
      const stored = await store.put(key, Readable.from([]), options);
      await store.abortUpload(key, uploadId);
      return stored;
    }
    // From here on a caller that goes away changes nothing: what was begun is ended.
    const joined = await store.completeUpload(key, uploadId, chosen.parts);
    if (joined === 'invalid_parts') throw new AppError(`${family}.parts_invalid`);
    if (joined === 'unknown_upload') throw unknown();
    return { etag: joined.etag, size: chosen.sizeBytes };
  };

  return async (storage, before, claim, signal, settle = finish) => {
    for (let write: ObjectWrite | undefined = before; write; ) {
      if (write.state === 'stored') {
        const object = checked(toObject(write), claim, family);
        if (settle !== finish) await settle(write, object);
        return object;
      }
      if (write.state === 'abandoned') throw unknown();
      const chosen = await readParts(storage, write, claim, signal);
      if (!chosen) {
        const joined = await findJoined(storage, write, signal);
        if (joined) {
          await settle(write, joined);
          return checked(joined, claim, family);
        }
        // Who waited looks again: another may have joined the parts, and been killed before it said so.
        const hasWaited = await ledger.isLanding(write);
        const other = await awaitOther(write, signal);
        const isOver = !hasWaited && other?.state !== 'stored';
        if (isOver) await abandon(storage, write);
        write = isOver ? undefined : other;
        continue;
      }
      try {
        await assertFits(chosen.sizeBytes);
        assertComplete(write, chosen, claim, family);
        const { sizeBytes, etag } = chosen;
        const exclusive = write.mayOverwrite ? 'shared' : 'exclusive';
        const landing = await ledger.land(storage, write, { sizeBytes, claim: exclusive, etag });
        if (landing === 'taken') {
          const object = await land(storage, write, chosen, signal).catch(async (error) => {
            await ledger.reopen(write as ObjectWrite);
            throw error;
          });
          await settle(write, object).catch(async (error: unknown) => {
            // It is there, and the same call may try again what could not be noted.
            await finish(write as ObjectWrite, object);
            throw error;
          });
          return object;
        }
        write = await awaitOther(write, signal);
      } catch (error) {
        // What there is no room for is not kept (CONTRACT F4); what was there before stays.
        if (isTooMuch(error)) await abandon(storage, write as ObjectWrite);
        throw error;
      }
    }
    throw unknown();
  };
}

interface ChosenParts {
  readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
  readonly sizeBytes: number;
  /** What S3 makes of them: the hash of their hashes, and how many there are. */
  readonly etag: string | undefined;
  readonly count: number;
  readonly firstEtag: string | undefined;
}

function chooseParts(
  stored: readonly StoredPart[],
  { parts }: UploadClaim,
  family: ErrorFamily,
): ChosenParts {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]));
  const chosen = (parts ?? stored).map(({ partNumber, etag }) => {
    const part = byNumber.get(partNumber);
    const isSame = part && bareEtag(part.etag) === bareEtag(etag);
    if (!isSame) throw new AppError(`${family}.parts_invalid`);
    return part;
  });
  const sizeBytes = chosen.reduce((sum, { size }) => sum + size, 0);
  return {
    parts: chosen,
    sizeBytes,
    etag: joinedEtag(chosen),
    count: chosen.length,
    firstEtag: chosen[0]?.etag,
  };
}

function joinedEtag(parts: readonly StoredPart[]): string | undefined {
  const hashes = parts.map(({ etag }) => bareEtag(etag));
  if (hashes.length === 0 || !hashes.every((hash) => /^[0-9a-f]{32}$/i.test(hash)))
    return undefined;
  const hash = createHash('md5');
  for (const each of hashes) hash.update(Buffer.from(each, 'hex'));
  return `"${hash.digest('hex')}-${parts.length}"`;
}

function assertComplete(
  write: ObjectWrite,
  { sizeBytes, count, firstEtag, etag }: ChosenParts,
  claim: UploadClaim,
  family: ErrorFamily,
): void {
  const declared = write.declaredBytes === null ? claim.sizeBytes : Number(write.declaredBytes);
  if (count === 0 && declared !== 0) throw new AppError(`${family}.not_uploaded`);
  for (const expected of [declared, claim.sizeBytes]) {
    if (typeof expected === 'number' && expected !== sizeBytes) {
      throw new AppError(`${family}.size_mismatch`);
    }
  }
  // What a browser saw of a single part, or what the storage will make of several.
  const known = [firstEtag, etag].flatMap((each) => (each === undefined ? [] : [bareEtag(each)]));
  if (claim.etag && known.length > 0 && !known.includes(bareEtag(claim.etag))) {
    throw new AppError(`${family}.etag_mismatch`);
  }
}

/** Whether an object is what a write was about to make when it was last heard of. */
function isWritten(object: ObjectInfo, { etag, size, updatedAt }: ObjectWrite): boolean {
  if (BigInt(object.size) !== size) return false;
  if (etag !== null) return bareEtag(object.etag) === bareEtag(etag);
  return (object.lastModified?.getTime() ?? 0) + CLOCK_SKEW_MS >= updatedAt.getTime();
}

function toObject({ etag, size }: ObjectWrite): StoredObject {
  return { etag: etag ?? '', size: Number(size ?? 0) };
}

/** The same call once more, which may say something else now. */
function checked(object: StoredObject, claim: UploadClaim, family: ErrorFamily): StoredObject {
  if (typeof claim.sizeBytes === 'number' && claim.sizeBytes !== object.size) {
    throw new AppError(`${family}.size_mismatch`);
  }
  return object;
}

/** The errors that say that there is no room, and not that something broke. */
function isTooMuch(error: unknown): boolean {
  const codes: readonly string[] = ['file_shares.too_large', 'storage.insufficient'];
  return error instanceof AppError && codes.includes(error.code);
}
