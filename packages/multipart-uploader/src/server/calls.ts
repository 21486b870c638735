import { PART_SIZE_BYTES } from '../engine/limits.ts';
import type { CreatedUpload, FileDescription, SignedPart, SignedParts } from '../engine/ports.ts';
import { isUploadGone } from '../engine/session/job.ts';
import { choosePartSize, planParts } from '../engine/session/part-plan.ts';
import { createIdentitySealer, type UploadIdentity } from './identity.ts';
import {
  checkKey,
  isAllowedType,
  parseFile,
  parsePartNumbers,
  parsePartSize,
  parseParts,
} from './parse.ts';
import type { UploadAction, UploadCall, UploadOwner, UploadServerOptions } from './ports.ts';
import { refuse } from './refusal.ts';
import { completeVerified, findFinished, removeUpload } from './verify.ts';

const MAX_FILE_SIZE_BYTES = 5 * 1024 ** 3;
const UPLOAD_LIFETIME_MS = 7 * 24 * 3_600_000;
const URL_LIFETIME_MS = 3_600_000;
/** Number of URLs that the engine requests per call. */
const URLS_WITH_BEGIN = 12;

type Body = Readonly<Record<string, unknown>>;

/** Handlers of the calls with a JSON body. Each returns the body of the answer. */
export function createCalls<Data>(
  options: UploadServerOptions<Data>,
): Readonly<Record<UploadAction, (request: Request, body: Body) => Promise<unknown>>> {
  const { storage, onComplete, urlLifetimeMs = URL_LIFETIME_MS } = options;
  const now = options.now ?? Date.now;
  const sealer = createIdentitySealer(options.secret, now);
  const begin = createBegin(options, now);

  /** Identifies the caller, and then the upload, which must belong to the caller. */
  async function identify(
    action: UploadAction,
    request: Request,
    body: Body,
  ): Promise<UploadIdentity> {
    const call = { action, request, file: null, metadata: undefined };
    const { owner } = await askForOwner(options, call);
    return sealer.open(body.uploadId, owner);
  }

  async function sign(
    identity: UploadIdentity,
    partNumbers: readonly number[],
  ): Promise<SignedParts> {
    const { key, file, partSizeBytes, storeUploadId } = identity;
    const expiresInSeconds = Math.ceil(urlLifetimeMs / 1000);
    const plan = planParts(file.size, partSizeBytes);

    async function signOne(partNumber: number): Promise<SignedPart> {
      if (storeUploadId === null) {
        const object = { key, type: file.type, sizeBytes: file.size, expiresInSeconds };
        const signed = await storage.signObject?.(object);
        if (!signed) throw new Error('storage.signObject has gone while an upload needs it');
        return { partNumber, ...signed };
      }
      const { start = 0, end = 0 } = plan[partNumber - 1] ?? {};
      const part = { key, uploadId: storeUploadId, partNumber, sizeBytes: end - start };
      return { partNumber, ...(await storage.signPart({ ...part, expiresInSeconds })) };
    }

    const urls = await Promise.all(partNumbers.map(signOne));
    return { urls, expiresInMs: urlLifetimeMs, serverTimeMs: now() };
  }

  async function finish(identity: UploadIdentity, etag: string) {
    const { owner, key, file } = identity;
    const data = await onComplete?.({ owner, key, file, etag });
    return { size: file.size, etag, data };
  }

  return {
    async begin(request, body) {
      const identity = await begin(request, body);
      const { key, file, partSizeBytes: partSize, storeUploadId } = identity;
      const partNumbers = planParts(file.size, partSize).map(({ partNumber }) => partNumber);
      const created: CreatedUpload = {
        uploadId: await sealer.seal(identity),
        ...{ key, partSize, isSingle: storeUploadId === null },
        signed: await sign(identity, partNumbers.slice(0, URLS_WITH_BEGIN)),
      };
      return created;
    },
    async sign(request, body) {
      const identity = await identify('sign', request, body);
      const { length } = planParts(identity.file.size, identity.partSizeBytes);
      return sign(identity, parsePartNumbers(body.partNumbers, length));
    },
    async list(request, body) {
      const { key, storeUploadId: uploadId } = await identify('list', request, body);
      return uploadId === null ? [] : refuseIfGone(storage.listParts({ key, uploadId }));
    },
    async complete(request, body) {
      const identity = await identify('complete', request, body);
      const { length } = planParts(identity.file.size, identity.partSizeBytes);
      const etag = await completeVerified(storage, identity, parseParts(body.parts, length));
      return finish(identity, etag);
    },
    async abort(request, body) {
      await refuseIfGone(removeUpload(storage, await identify('abort', request, body)));
      return null;
    },
    async status(request, body) {
      const identity = await identify('status', request, body);
      const object = await findFinished(storage, identity);
      if (object === null) return null;
      const { lastModifiedMs } = object;
      return { ...(await finish(identity, object.etag)), lastModifiedMs };
    },
  };
}

/** Returns the caller's identity. Refuses a call that `authorize` rejects. */
async function askForOwner<Data>(
  { authorize }: UploadServerOptions<Data>,
  call: UploadCall,
): Promise<UploadOwner> {
  const caller = await authorize(call);
  if (!caller) throw refuse('forbidden');
  // Refuses an empty owner, because all sessions without a user would share their uploads.
  if (typeof caller.owner !== 'string' || caller.owner === '') {
    throw new TypeError('authorize has answered an owner that is no text, or empty');
  }
  return caller;
}

/** Resolves to the answer of the store. Refuses the call if the upload no longer exists. */
function refuseIfGone<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw isUploadGone(error) ? refuse('NoSuchUpload') : error;
  });
}

/** Checks a new file, chooses its key and creates its upload in the store. */
function createBegin<Data>(options: UploadServerOptions<Data>, now: () => number) {
  const { storage, chooseKey = () => crypto.randomUUID() } = options;
  const { maxFileSizeBytes = MAX_FILE_SIZE_BYTES } = options;

  function judge(file: FileDescription): void {
    if (file.size > maxFileSizeBytes) throw refuse('file_too_large');
    if (options.allowedTypes && !isAllowedType(file.type, options.allowedTypes)) {
      throw refuse('type_not_allowed');
    }
  }

  return async (request: Request, body: Body): Promise<UploadIdentity> => {
    const file = parseFile(body.file);
    const { metadata } = body;
    const { owner } = await askForOwner(options, { action: 'begin', request, file, metadata });
    judge(file);
    const key = checkKey(await chooseKey({ owner, file, metadata }));
    const smallest = options.partSizeBytes ?? PART_SIZE_BYTES;
    const wanted = Math.max(smallest, parsePartSize(body.partSize));
    const partSizeBytes = choosePartSize(file.size, wanted, maxFileSizeBytes);
    const isSingle = storage.signObject !== undefined && file.size <= smallest;
    const object = { key, type: file.type, sizeBytes: file.size };
    const begunAtMs = now();
    return {
      ...{ owner, key, file, partSizeBytes, begunAtMs },
      storeUploadId: isSingle ? null : await storage.createUpload(object),
      expiresAtMs: begunAtMs + (options.uploadLifetimeMs ?? UPLOAD_LIFETIME_MS),
    };
  };
}
