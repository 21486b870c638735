import { setImmediate } from 'node:timers/promises';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { MAX_PARTS, MIN_PART_BYTES } from '#object-store/part-size.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { isRefused } from '#object-store/s3/s3-errors.ts';
import { sharedObject } from '../count-commit.ts';
import type { Ledger, WrittenStorage } from '../ledger.ts';
import type { NewWrite, ObjectWrite } from '../object-write.ts';
import { createJoinUpload } from './complete-upload.ts';
import type { ErrorFamily, UploadClaim } from './upload-claim.ts';
import { isWritten } from './upload-claim.ts';
import { restKeyOf } from './upload-rest.ts';

/** CONTRACT F4: lifetime of the URLs that a browser PUTs to. */
const URL_LIFETIME_SECONDS = 3600;
/** Maximum deviation of a storage's clock. */
const CLOCK_SKEW_MS = 60_000;
/** Maximum time between the reservation of an upload and its start in the storage. */
const CREATE_TIMEOUT_MS = 60_000;
export const LIST_PARTS_TIMEOUT_MS = 30_000;
/** Number of URLs that are signed before the event loop serves other requests. */
const SIGN_BATCH = 100;

export interface SignedPart {
  readonly partNumber: number;
  readonly url: string;
}

export interface NewUpload extends Omit<NewWrite, 'sizeBytes'> {
  readonly contentType: string;
}

export type DirectUploads = ReturnType<typeof createDirectUploads>;

export interface DirectUploadDependencies {
  readonly ledger: Ledger;
  /** Largest upload in bytes. */
  readonly maxUploadBytes: () => Promise<number>;
}

/**
 * Uploads that clients PUT directly into a storage (CONTRACT A6). Each is a multipart upload, even with
 * a single part, and becomes an object only when the server completes it.
 */
export function createDirectUploads(dependencies: DirectUploadDependencies, family: ErrorFamily) {
  const { ledger, maxUploadBytes } = dependencies;
  /**
   * Finds multipart uploads that a killed process created but did not record: uploads of the same key
   * that began within a minute of the reservation and that no other row names.
   */
  const findUnnoted = async ({ store, config }: WrittenStorage, write: ObjectWrite) => {
    const { objectKey, createdAt } = write;
    const [from, to] = [-CLOCK_SKEW_MS, CREATE_TIMEOUT_MS].map(
      (ms) => new Date(createdAt.getTime() + ms),
    ) as [Date, Date];
    const found = await store.listUploads(objectKey, from, to);
    const isNoted = await Promise.all(found.map((id) => ledger.findByUpload(config.id, id)));
    return found.filter((_, index) => isNoted[index] === undefined);
  };
  /**
   * Finds the file of a delivery that an upload has made in a mount, and that is no item: the call that joined
   * the parts was killed. Only this upload can have made it, because its parts are gone and the ETag is theirs.
   */
  const findJoinedInMount = async ({ store }: WrittenStorage, write: ObjectWrite) => {
    const { objectKey, uploadId, details, etag } = write;
    if (details === null || isReserved(objectKey) || !uploadId || etag === null) return undefined;
    const signal = AbortSignal.timeout(LIST_PARTS_TIMEOUT_MS);
    if (await store.listParts(objectKey, uploadId, signal)) return undefined;
    const object = await store.head(objectKey, signal);
    return object && isWritten(object, write) ? object : undefined;
  };
  /** Counts the object of a stream, which may be stored although its process has died or got no answer. */
  const countStored = async ({ store }: WrittenStorage, write: ObjectWrite) => {
    const { objectKey: key } = write;
    const object = await store.head(key, AbortSignal.timeout(LIST_PARTS_TIMEOUT_MS));
    if (object) await ledger.countObjects(write, [{ key, etag: object.etag, size: object.size }]);
  };
  /** Aborts an upload and removes its parts. Returns false while a call completes it. */
  const abandon = async (storage: WrittenStorage, { id }: ObjectWrite) => {
    const { store } = storage;
    const ended = await ledger.abandon({ id });
    for (const write of ended) {
      const { objectKey, uploadId, details, partSize, kind } = write;
      const joined = await findJoinedInMount(storage, write);
      const uploads = uploadId === null ? await findUnnoted(storage, write) : [uploadId];
      for (const upload of uploads) await store.abortUpload(objectKey, upload);
      // Removes the object of a share that was joined already, because it is unowned without the share.
      const unowned = details !== null && isReserved(objectKey) ? [objectKey] : [];
      // A resumable upload may have bytes beside its parts.
      const rest = details !== null && partSize !== null ? [restKeyOf(write)] : [];
      if (unowned.length + rest.length > 0) await store.remove([...unowned, ...rest]);
      if (unowned.length === 0 && joined) await store.removeUnchanged(objectKey, joined.etag);
      if (unowned.length === 0 && kind === 'stream') await countStored(storage, write);
    }
    await ledger.release(ended);
    return ended.length > 0;
  };
  const create = async (
    { store }: WrittenStorage,
    write: ObjectWrite,
    contentType: string,
    signal: AbortSignal,
  ) => {
    try {
      const uploadId = await store.createUpload(write.objectKey, contentType, signal);
      const abort = () => store.abortUpload(write.objectKey, uploadId);
      const isNoted = await ledger.noteUpload(write.id, uploadId).catch(async (error: unknown) => {
        await abort();
        throw error;
      });
      // Its link, mount or key was deleted meanwhile, and no row tells of the upload. The commit says so.
      if (!isNoted) await abort();
      return { ...write, uploadId };
    } catch (error) {
      // Unless the storage refused, it may have created the upload. The sweep finds that by this row.
      await (isRefused(error) ? ledger.release([write]) : ledger.abandon({ id: write.id }));
      throw error;
    }
  };
  const sized = async ({ config }: WrittenStorage, { contentType: _, ...upload }: NewUpload) => ({
    ...upload,
    sizeBytes: upload.declaredBytes ?? (await maxUploadBytes()),
    ...(config.signsContentLength && isSingle(upload) ? { signedBytes: upload.declaredBytes } : {}),
  });
  /**
   * Signs URLs. Each accepts exactly as many bytes as its part has, if the storage can enforce that.
   */
  const sign = async (
    { store }: WrittenStorage,
    write: ObjectWrite,
    partNumbers: readonly number[],
    origin: string,
  ) => {
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
  };
  const join = createJoinUpload({ ...dependencies, abandon }, family);
  return {
    /** Reserves slug and quota, then creates the upload in the storage. */
    async begin(storage: WrittenStorage, upload: NewUpload, signal: AbortSignal) {
      const write = await ledger.reserve(storage, await sized(storage, upload));
      return create(storage, write, upload.contentType, signal);
    },
    /** Begins several uploads, up to `concurrency` of them concurrently. */
    async beginEach(
      storage: WrittenStorage,
      uploads: readonly NewUpload[],
      concurrency: number,
      signal: AbortSignal,
    ) {
      const wanted = await Promise.all(uploads.map((upload) => sized(storage, upload)));
      const { reserved } = await ledger.reserveEach(storage, wanted);
      const types = new Map(uploads.map(({ objectKey, contentType }) => [objectKey, contentType]));
      const created: ObjectWrite[] = [];
      await forEachAtOnce(reserved, concurrency, async (write) => {
        const contentType = types.get(write.objectKey) ?? '';
        created.push(await create(storage, write, contentType, signal));
      });
      return created;
    },
    sign,
    /** Signs the URLs of the first parts, of all by default. */
    async signFirst(storage: WrittenStorage, write: ObjectWrite, origin: string, most = MAX_PARTS) {
      const partSize = Number(write.partSize);
      const partCount = Math.max(1, Math.ceil(Number(write.declaredBytes) / partSize));
      const first = Array.from({ length: Math.min(partCount, most) }, (_, index) => index + 1);
      const urls = await sign(storage, write, first, origin);
      const uploadId = write.uploadId ?? '';
      return { uploadId, partSize, partCount, urls, urlLifetimeSeconds: URL_LIFETIME_SECONDS };
    },
    /** Signs further URLs, and keeps the upload from being swept. */
    async signMore(...upload: Parameters<typeof sign>) {
      await ledger.extend(upload[1]);
      return { urls: await sign(...upload), urlLifetimeSeconds: URL_LIFETIME_SECONDS };
    },
    /** @throws {AppError} `<family>.upload_unknown` */
    async listParts({ store }: WrittenStorage, write: ObjectWrite, signal: AbortSignal) {
      const { objectKey, uploadId, state, size, etag } = write;
      // Its PUT has committed it, and the reply was lost: the file is its only part.
      if (state === 'stored' && etag !== null && Number(size) <= MIN_PART_BYTES) {
        return [{ partNumber: 1, size: Number(size), etag, lastModified: undefined }];
      }
      const parts = await store.listParts(objectKey, uploadId ?? '', signal);
      if (!parts) throw new AppError(`${family}.upload_unknown`);
      return parts;
    },
    /** Makes the object appear; the caller commits it. */
    join,
    /**
     * Makes the object appear and commits it. Returns whether it replaced another object; a repeated
     * call replaces none.
     *
     * @throws {AppError} as `join`
     */
    async complete(
      storage: WrittenStorage,
      before: ObjectWrite,
      claim: UploadClaim,
      signal: AbortSignal,
    ) {
      const { write, object, isCommitted, isReplacing } = await join(
        storage,
        before,
        claim,
        signal,
      );
      if (!isCommitted) {
        const made = { key: write.objectKey, ...object };
        const shared = 'hold' in write ? sharedObject(storage, write, made) : undefined;
        await ledger.commit(write, [made], true, shared);
      }
      return { ...object, isReplacing };
    },
    abandon,
  };
}

function isSingle({ declaredBytes = 0, partSize }: Pick<NewUpload, 'declaredBytes' | 'partSize'>) {
  return partSize === undefined || declaredBytes <= partSize;
}

/** Allowed length of a URL: exactly the declared one, or the maximum for any upload. */
function lengthOf({ declaredBytes, partSize }: ObjectWrite, partNumber: number, maxBytes: number) {
  if (declaredBytes === null) return { maxLengthBytes: maxBytes };
  const size = Number(declaredBytes);
  const before = partSize === null ? 0 : (partNumber - 1) * Number(partSize);
  const length = partSize === null ? size : Math.min(Number(partSize), size - before);
  // Parts beyond the announced end have length 0.
  return { lengthBytes: Math.max(0, length) };
}
