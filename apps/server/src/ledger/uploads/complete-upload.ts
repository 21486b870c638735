import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { assertSize, isTooMuch } from '#files/size-limit.ts';
import {
  assertHolds,
  expectationOf,
  findCurrent,
  findReplaced,
  isConditional,
  type WriteCondition,
} from '#files/write-condition.ts';
import type { StoredObject } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import { fenceStore } from '#object-store/wrappers/fenced-store.ts';
import type { Ledger, WrittenStorage } from '../ledger.ts';
import type { ClaimedWrite, ObjectWrite } from '../object-write.ts';
import type { TakenName } from '../steps/steps.ts';
import { whenFree } from '../when-free.ts';
import {
  assertComplete,
  type ChosenParts,
  checked,
  chooseParts,
  type ErrorFamily,
  isPrivateKey,
  isWritten,
  type SizedPart,
  type UploadClaim,
} from './upload-claim.ts';

const POLL_MS = 50;

/** Upload whose object is stored. The caller still has to commit it unless `isCommitted`. */
export interface JoinedUpload {
  readonly write: ObjectWrite | ClaimedWrite;
  readonly object: StoredObject;
  /** True if an earlier call has committed it. */
  readonly isCommitted: boolean;
  /** True if it replaced another object of the same name. */
  readonly isReplacing: boolean;
}

/** Object that this call has made. */
type MadeObject = Pick<JoinedUpload, 'object' | 'isReplacing'>;

/**
 * Makes the object of an upload appear, once for any number of callers. A refused call leaves the
 * previous object as it was.
 *
 * @throws {AppError} `<family>.not_uploaded`, `.size_mismatch`, `.etag_mismatch`, `.parts_invalid`,
 *   `.upload_unknown`; `file_shares.too_large` and `storage.insufficient`, which end the upload;
 *   `file_system.exists`, `file_system.changed`, `file_system.busy` and `file_system.claim_lost`
 */
export type JoinUpload = (
  storage: WrittenStorage,
  write: ObjectWrite,
  claim: UploadClaim,
  signal: AbortSignal,
) => Promise<JoinedUpload>;

export interface JoinUploadDependencies {
  readonly ledger: Ledger;
  /** Largest upload in bytes. */
  readonly maxUploadBytes: () => Promise<number>;
  /** Aborts an upload and removes its parts. */
  readonly abandon: (storage: WrittenStorage, write: ObjectWrite) => Promise<boolean>;
}

/** Result of one step: the joined upload, or the row to look at next, if there still is one. */
type Step = JoinedUpload | { readonly next: ObjectWrite | undefined };

interface Call {
  readonly storage: WrittenStorage;
  readonly write: ObjectWrite;
  readonly claim: UploadClaim;
  readonly signal: AbortSignal;
}

/**
 * | state of the row | upload in the storage | step |
 * | --- | --- | --- |
 * | stored | gone | answer with the stored object |
 * | abandoned | any | refuse |
 * | open, completing | gone, its object exists | take the object over: the call that joined it was killed |
 * | open, completing | gone, no such object | wait for the call that completes it and look again, or end it |
 * | open | its only part is named, of a signed length | join it; if the upload is gone, continue as below |
 * | open, lapsed | exists | claim the name, join the parts |
 * | completing | exists | wait for the call that completes it, then look again |
 */
export function createJoinUpload(
  dependencies: JoinUploadDependencies,
  family: ErrorFamily,
): JoinUpload {
  const unknown = () => new AppError(`${family}.upload_unknown`);
  const joinParts = createJoinParts(dependencies, family);

  const step = async (call: Call): Promise<Step> => {
    const { storage, write, claim, signal } = call;
    if (write.state === 'abandoned') throw unknown();
    if (write.state === 'stored') {
      return { write, object: toObject(write), isCommitted: true, isReplacing: false };
    }
    const signed = await joinSigned(dependencies, call);
    if (signed) return { write, object: signed, isCommitted: false, isReplacing: false };
    const named = namedPart(call);
    if (named) {
      const joined = joinParts(call, chooseParts([named], claim, family));
      const result = await joined.catch((error: unknown) => unlessUnknown(error, family));
      if (result) return result;
    }
    const parts = await storage.store.listParts(write.objectKey, write.uploadId ?? '', signal);
    if (parts) return joinParts(call, chooseParts(parts, claim, family));
    const object = await findJoined(storage, write, signal);
    if (object) return { write, object, isCommitted: false, isReplacing: false };
    return waitOrEnd(dependencies, call);
  };

  return async (storage, before, claim, signal) => {
    for (let write: ObjectWrite | undefined = before; write; ) {
      const result: Step = await step({ storage, write, claim, signal });
      if ('object' in result) {
        checked(result.object, claim, family);
        return result;
      }
      write = result.next;
    }
    throw unknown();
  };
}

/**
 * Joins the only part of a share's file without listing the parts. This is safe because the storage
 * accepts only the signed length and joins only the part whose ETag the caller names.
 */
async function joinSigned(
  { maxUploadBytes }: JoinUploadDependencies,
  { storage, write, claim }: Call,
): Promise<StoredObject | undefined> {
  const { etag } = claim;
  const size = Number(write.size ?? 0);
  const isSigned = isPrivateKey(write) && storage.config.signsContentLength && size > 0;
  const isMeant = etag && !claim.parts && (claim.sizeBytes ?? size) === size;
  if (!isSigned || !isMeant || write.state !== 'open' || size > (await maxUploadBytes())) {
    return undefined;
  }
  const part = { partNumber: 1, etag: `"${bareEtag(etag)}"` };
  const joined = await storage.store.completeUpload(write.objectKey, write.uploadId ?? '', [part]);
  return typeof joined === 'string' ? undefined : { etag: joined.etag, size };
}

/**
 * The only part of a file in a mount, if its length was signed: it need not be listed, because the storage
 * joins only the part whose ETag the caller names.
 */
function namedPart({ storage, write, claim }: Call): SizedPart | undefined {
  const [part, ...others] = claim.parts ?? [];
  const isSigned = storage.config.signsContentLength && write.size !== null && write.size > 0n;
  const isMeant = part?.partNumber === 1 && others.length === 0 && isSingle(write);
  if (!isSigned || !isMeant || isPrivateKey(write) || write.state !== 'open') return undefined;
  return { partNumber: 1, etag: `"${bareEtag(part.etag)}"`, size: Number(write.size) };
}

/** True if the whole file is one part. */
function isSingle({ partSize, size }: ObjectWrite): boolean {
  return partSize === null || (size !== null && size <= partSize);
}

/** @throws the error, unless it says that the storage has no such upload */
function unlessUnknown(error: unknown, family: ErrorFamily): undefined {
  const isUnknown = error instanceof AppError && error.code === `${family}.upload_unknown`;
  if (!isUnknown) throw error;
}

/** Looks again after waiting, because another call may have joined the parts and then been killed. */
async function waitOrEnd(
  { ledger, abandon }: JoinUploadDependencies,
  { storage, write, signal }: Call,
): Promise<Step> {
  const { other, hasWaited } = await awaitOther(ledger, write, signal);
  if (hasWaited || other?.state === 'stored') return { next: other };
  await abandon(storage, write);
  return { next: undefined };
}

/** Waits for the call that completes the same upload; returns the row as it is then. */
async function awaitOther(ledger: Ledger, write: ObjectWrite, signal: AbortSignal) {
  let hasWaited = false;
  while (await ledger.isCompleting(write)) {
    hasWaited = true;
    await sleep(POLL_MS, undefined, { signal });
  }
  return { other: await ledger.find(write.id), hasWaited };
}

function createJoinParts(
  { ledger, maxUploadBytes, abandon }: JoinUploadDependencies,
  family: ErrorFamily,
) {
  /** Claims the name. A share whose size is the reserved one already has its name and quota. */
  const claimName = async (call: Call, { sizeBytes, etag }: ChosenParts) => {
    const { storage, write, signal } = call;
    if (isPrivateKey(write) && write.declaredBytes === BigInt(sizeBytes)) return write;
    const condition = conditionOf(call);
    const claim = condition ? ('exclusive' as const) : ('shared' as const);
    const assertStillHolds = async () => {
      if (!condition) return;
      assertHolds(condition, await findCurrent(storage.store, write.objectKey, condition, signal));
    };
    // Waits for another upload of the name, so that a caller with a condition learns what it did.
    const claimIt = () => ledger.claim(storage, write, { sizeBytes, claim, etag });
    return whenFree(claimIt, assertStillHolds, signal);
  };
  const join = async (
    call: Call,
    write: ObjectWrite | (ClaimedWrite & TakenName),
    { parts, sizeBytes }: ChosenParts,
  ): Promise<MadeObject> => {
    const { storage, signal } = call;
    const { objectKey: key, mayOverwrite } = write;
    const store = 'hold' in write ? fenceStore(storage.store, write.hold) : storage.store;
    const uploadId = write.uploadId ?? '';
    const condition = conditionOf(call);
    const counted = 'isReplacing' in write ? write.isReplacing : undefined;
    const isPlain = condition === undefined && (write.kind !== 'entry' || counted === true);
    // With a condition the claim is exclusive, so after this look only another program can change the object.
    const look = () =>
      condition && isConditional(condition)
        ? findCurrent(store, key, condition, signal)
        : findReplaced(store, key, signal);
    const found = isPlain ? undefined : await look();
    const isReplacing = isPlain ? counted === true : found !== undefined;
    const expected = condition && expectationOf(condition, found);
    if (found && condition && !mayOverwrite && !isConditional(condition)) {
      throw new AppError('file_system.exists');
    }
    if (sizeBytes === 0) {
      const options = { contentType: contentTypeOf(key), size: 0, expected, signal };
      const stored = await store.put(key, Readable.from([]), options);
      await store.abortUpload(key, uploadId);
      return { object: stored, isReplacing };
    }
    // The caller's signal is not passed on: once the storage joins the parts, the call runs to its end.
    const joined = await store.completeUpload(key, uploadId, parts, { expected });
    if (joined === 'invalid_parts') throw new AppError(`${family}.parts_invalid`);
    if (typeof joined !== 'string') {
      return { object: { etag: joined.etag, size: sizeBytes }, isReplacing };
    }
    // A concurrent repeat of this call may have joined the parts first.
    const parallel = await findJoined(storage, write, signal);
    if (parallel) return { object: parallel, isReplacing: false };
    const code =
      joined === 'changed' ? 'file_system.changed' : (`${family}.upload_unknown` as const);
    throw new AppError(code);
  };

  return async (call: Call, chosen: ChosenParts): Promise<Step> => {
    const { storage, write, claim, signal } = call;
    try {
      // A client-side copy may exceed the maximum: it is as large as its source, which was allowed already.
      if (write.kind !== 'carried') assertSize(chosen.sizeBytes, await maxUploadBytes());
      assertComplete(write, chosen, claim, family);
      const claimed = await claimName(call, chosen);
      if (typeof claimed === 'string') {
        return { next: (await awaitOther(ledger, write, signal)).other };
      }
      try {
        return { write: claimed, ...(await join(call, claimed, chosen)), isCommitted: false };
      } catch (error) {
        await ledger.reopen(claimed);
        throw error;
      }
    } catch (error) {
      // The server aborts an upload that is too large (CONTRACT F4); the previous object stays.
      if (isTooMuch(error)) await abandon(storage, write);
      throw error;
    }
  };
}

/** Undefined for a plain overwrite. */
function conditionOf({ write, claim }: Call): WriteCondition | undefined {
  const { ifMatch, ifNoneMatch } = write;
  const own = { ifMatch: ifMatch ?? undefined, ifNoneMatch: ifNoneMatch ?? undefined };
  const condition = claim.condition ?? own;
  if (isPrivateKey(write)) return undefined;
  return isConditional(condition) || !write.mayOverwrite ? condition : undefined;
}

async function findJoined({ store }: WrittenStorage, write: ObjectWrite, signal: AbortSignal) {
  if (write.size === null && !isPrivateKey(write)) return undefined;
  const object = await store.head(write.objectKey, signal);
  return object && isWritten(object, write) ? object : undefined;
}

function toObject({ etag, size }: ObjectWrite): StoredObject {
  return { etag: etag ?? '', size: Number(size ?? 0) };
}
