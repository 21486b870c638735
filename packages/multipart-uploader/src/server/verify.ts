import type { ListedPart } from '../engine/ports.ts';
import { isUploadGone } from '../engine/session/job.ts';
import { planParts } from '../engine/session/part-plan.ts';
import type { UploadIdentity } from './identity.ts';
import type { HeadedObject, UploadStorage } from './ports.ts';
import { refuse } from './refusal.ts';

/** How far the clocks of the server and of the store may differ. */
const MAX_SKEW_MS = 15 * 60_000;

/** Completes an upload if the store has exactly what was agreed on, and returns the object's ETag. */
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
    // Perhaps it is complete, and only the answer was lost: then this says so again.
  }
  const object = await findFinished(storage, identity);
  if (object === null) throw refuse('NoSuchUpload');
  return object.etag;
}

/** Every part of the plan, by the store's own list: its size is the planned one, its ETag the page's. */
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

/** The object of this upload; null where there is none, or only an older one under the same key. */
export async function findFinished(
  storage: UploadStorage,
  { key, file, partSizeBytes, storeUploadId, begunAtMs }: UploadIdentity,
): Promise<HeadedObject | null> {
  const object = await storage.headObject(key);
  if (object === null || object.size !== file.size) return null;
  // The ETag of an object made of n parts ends with `-n` on S3.
  const partCount = /-(\d+)"?$/.exec(object.etag)?.[1];
  const planned = planParts(file.size, partSizeBytes).length;
  const isSplit = storeUploadId !== null && partCount !== undefined;
  if (isSplit && Number(partCount) !== planned) return null;
  return object.lastModifiedMs >= begunAtMs - MAX_SKEW_MS ? object : null;
}

/** Removes what an upload has left. An older object under the same key stays. */
export async function removeUpload(
  storage: UploadStorage,
  { key, storeUploadId: uploadId, begunAtMs }: UploadIdentity,
): Promise<void> {
  if (uploadId !== null) return storage.abortUpload({ key, uploadId });
  const object = await storage.headObject(key);
  // Stores date objects by whole seconds.
  if (object && object.lastModifiedMs >= begunAtMs - 1000) await storage.deleteObject?.(key);
}

function isSame(one: string, other: string | undefined): boolean {
  return one.replaceAll('"', '') === other?.replaceAll('"', '');
}
