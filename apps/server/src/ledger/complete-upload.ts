import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors';
import type { ObjectInfo, StoredObject } from '#object-store';
import { bareEtag } from '#share-rules/etag.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { assertSize, isTooMuch } from '#share-rules/size-limit.ts';
import { expectationOf, isConditional, type WriteCondition } from '#share-rules/write-condition.ts';
import type { Ledger, WrittenStorage } from './ledger.ts';
import type { ObjectWrite } from './object-write.ts';
import type { Settle } from './settle.ts';
import {
  assertComplete,
  type ChosenParts,
  checked,
  chooseParts,
  type ErrorFamily,
  type UploadClaim,
} from './upload-claim.ts';

const POLL_MS = 50;
/** How far the clock of a storage may be off; S3 itself refuses more. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;

/**
 * Makes the object of an upload appear, once for any number of callers. Whatever is refused leaves
 * what was there before.
 *
 * @throws {AppError} `<family>.not_uploaded`, `.size_mismatch`, `.etag_mismatch`, `.parts_invalid`,
 *   `.upload_unknown`; `file_shares.too_large` and `storage.insufficient`, which end the upload;
 *   `file_system.exists`, `file_system.changed` and `file_system.busy`
 */
export type CompleteUpload = (
  storage: WrittenStorage,
  write: ObjectWrite,
  claim: UploadClaim,
  signal: AbortSignal,
  settle?: Settle,
) => Promise<StoredObject>;

export interface CompleteUploadDependencies {
  readonly ledger: Ledger;
  /** Largest upload in bytes. */
  readonly maxUploadBytes: () => Promise<number>;
  /** Ends an upload and its parts. */
  readonly abandon: (storage: WrittenStorage, write: ObjectWrite) => Promise<boolean>;
}

export function createCompleteUpload(
  { ledger, maxUploadBytes, abandon }: CompleteUploadDependencies,
  family: ErrorFamily,
): CompleteUpload {
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
    if (write.size === null && !isNobodyElses(write)) return undefined;
    const object = await store.head(write.objectKey, signal);
    return object && isWritten(object, write) ? object : undefined;
  };
  /** Waits for whoever is completing the same upload, and tells what came of it. */
  const awaitOther = async (write: ObjectWrite, signal: AbortSignal) => {
    let hasWaited = false;
    while (await ledger.isLanding(write)) {
      hasWaited = true;
      await sleep(POLL_MS, undefined, { signal });
    }
    return { other: await ledger.find(write.id), hasWaited };
  };

  const land = async (
    storage: WrittenStorage,
    write: ObjectWrite,
    chosen: ChosenParts,
    condition: WriteCondition | undefined,
    signal: AbortSignal,
  ): Promise<StoredObject> => {
    const { store } = storage;
    const { objectKey: key, mayOverwrite } = write;
    const uploadId = write.uploadId ?? '';
    // The claim is exclusive here: only another program can change the object between look and write.
    const found = condition && (await store.head(key, signal));
    const expected = condition && expectationOf(condition, found);
    if (found && !mayOverwrite) throw new AppError('file_system.exists');
    if (chosen.sizeBytes === 0) {
      const options = { contentType: contentTypeOf(key), size: 0, expected, signal };
      const stored = await store.put(key, Readable.from([]), options);
      await store.abortUpload(key, uploadId);
      return stored;
    }
    // From here on a caller that goes away changes nothing: what was begun is ended.
    const joined = await store.completeUpload(key, uploadId, chosen.parts, expected);
    if (joined === 'invalid_parts') throw new AppError(`${family}.parts_invalid`);
    if (typeof joined !== 'string') return { etag: joined.etag, size: chosen.sizeBytes };
    // The same call, made twice at once, may have been faster.
    const parallel = await findJoined(storage, write, signal);
    if (!parallel) throw joined === 'changed' ? new AppError('file_system.changed') : unknown();
    return parallel;
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
        const { other, hasWaited } = await awaitOther(write, signal);
        const isOver = !hasWaited && other?.state !== 'stored';
        if (isOver) await abandon(storage, write);
        write = isOver ? undefined : other;
        continue;
      }
      try {
        // A copy is as large as what it copies, which nobody has to allow again.
        if (write.kind !== 'carried') assertSize(chosen.sizeBytes, await maxUploadBytes());
        assertComplete(write, chosen, claim, family);
        const { sizeBytes, etag } = chosen;
        const condition = conditionOf(write, claim);
        const landing = hasAll(write, sizeBytes)
          ? 'taken'
          : await ledger.land(storage, write, {
              sizeBytes,
              claim: condition ? 'exclusive' : 'shared',
              etag,
            });
        if (landing === 'taken') {
          const object = await land(storage, write, chosen, condition, signal).catch(
            async (error) => {
              await ledger.reopen(write as ObjectWrite);
              throw error;
            },
          );
          await settle(write, object).catch(async (error: unknown) => {
            // It is there, and the same call may try again what could not be noted.
            await finish(write as ObjectWrite, object);
            throw error;
          });
          return object;
        }
        write = (await awaitOther(write, signal)).other;
      } catch (error) {
        // What there is no room for is not kept (CONTRACT F4); what was there before stays.
        if (isTooMuch(error)) await abandon(storage, write as ObjectWrite);
        throw error;
      }
    }
    throw unknown();
  };
}

/** A share's name is its own, and its room was taken when it began: nothing is left to be decided. */
function hasAll(write: ObjectWrite, sizeBytes: number): boolean {
  return isNobodyElses(write) && write.declaredBytes === BigInt(sizeBytes);
}

/** Undefined where whatever is there is overwritten. */
function conditionOf(write: ObjectWrite, claim: UploadClaim): WriteCondition | undefined {
  const { ifMatch, ifNoneMatch } = write;
  const own = { ifMatch: ifMatch ?? undefined, ifNoneMatch: ifNoneMatch ?? undefined };
  const condition = claim.condition ?? own;
  if (isNobodyElses(write)) return undefined;
  return isConditional(condition) || !write.mayOverwrite ? condition : undefined;
}

/** The key of a share's object is random: whatever has it, this upload has made. */
function isNobodyElses({ kind }: ObjectWrite): boolean {
  return kind === 'file_share';
}

/** Whether an object is what a write was about to make when it was last heard of. */
function isWritten(object: ObjectInfo, write: ObjectWrite): boolean {
  const { etag, size, updatedAt } = write;
  if (isNobodyElses(write)) return true;
  if (BigInt(object.size) !== size) return false;
  if (etag !== null) return bareEtag(object.etag) === bareEtag(etag);
  return (object.lastModified?.getTime() ?? 0) + CLOCK_SKEW_MS >= updatedAt.getTime();
}

function toObject({ etag, size }: ObjectWrite): StoredObject {
  return { etag: etag ?? '', size: Number(size ?? 0) };
}
