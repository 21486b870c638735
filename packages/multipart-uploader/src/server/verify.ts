import type { ListedPart } from '../engine/ports.ts';
import { isUploadGone } from '../engine/session/job.ts';
import { planParts } from '../engine/session/part-plan.ts';
import type { UploadIdentity } from './identity.ts';
import type { HeadedObject, UploadStorage } from './ports.ts';
import { refuse } from './refusal.ts';

/** Maximum difference of the clocks of the server and the store. */
const MAX_SKEW_MS = 15 * 60_000;

/** Completes an upload if the store has exactly the planned parts, and returns the object's ETag. */
export async function completeVerified(
  storage: UploadStorage,
  identity: UploadIdentity,
  etags: ReadonlyMap<number, string>,
): Promise<string> {
  const { key, storeUploadId: uploadId } = identity;
  if (uploadId === null) {
    const object = await storage.headObject(key);
    const isOurs = object?.size === identity.file.size && isSame(object.etag, etags.get(1));
    if (!isOurs) throw refuse('parts_differ');
    return object.etag;
  }
  try {
    const parts = verifyParts(identity, await storage.listParts({ key, uploadId }), etags);
    await storage.completeUpload({ key, uploadId, parts });
  } catch (error) {
    if (!isUploadGone(error)) throw error;
    // The upload may already be complete if only the answer was lost. Then the object exists.
  }
  const object = await findFinished(storage, identity);
  if (object === null) throw refuse('NoSuchUpload');
  return object.etag;
}

/**
 * Checks every planned part against the store's own list: its size must be the planned one, its ETag the
 * page's.
 */
function verifyParts(
  { file, partSizeBytes }: UploadIdentity,
  listed: readonly ListedPart[],
  etags: ReadonlyMap<number, string>,
): readonly ListedPart[] {
  const byNumber = new Map(listed.map((part) => [part.partNumber, part]));
  return planParts(file.size, partSizeBytes).map(({ partNumber, start, end }) => {
    const part = byNumber.get(partNumber);
    const isAgreed = part?.size === end - start && isSame(part.etag, etags.get(partNumber));
    if (!isAgreed) throw refuse('parts_differ');
    return part;
  });
}

/** Object of this upload; null if there is none, or only an older one under the same key. */
export async function findFinished(
  storage: UploadStorage,
  { key, file, partSizeBytes, storeUploadId, begunAtMs }: UploadIdentity,
): Promise<HeadedObject | null> {
  const object = await storage.headObject(key);
  if (object === null || object.size !== file.size) return null;
  // On S3 the ETag of an object of n parts ends with `-n`.
  const partCount = /-(\d+)"?$/.exec(object.etag)?.[1];
  const planned = planParts(file.size, partSizeBytes).length;
  const isSplit = storeUploadId !== null && partCount !== undefined;
  if (isSplit && Number(partCount) !== planned) return null;
  return object.lastModifiedMs >= begunAtMs - MAX_SKEW_MS ? object : null;
}

/** Removes the leftovers of an upload. Keeps an older object under the same key. */
export async function removeUpload(
  storage: UploadStorage,
  { key, storeUploadId: uploadId, begunAtMs }: UploadIdentity,
): Promise<void> {
  if (uploadId !== null) return storage.abortUpload({ key, uploadId });
  const object = await storage.headObject(key);
  // Allows a second of difference, because stores date objects by whole seconds.
  if (object && object.lastModifiedMs >= begunAtMs - 1000) await storage.deleteObject?.(key);
}

function isSame(one: string, other: string | undefined): boolean {
  return one.replaceAll('"', '') === other?.replaceAll('"', '');
}
