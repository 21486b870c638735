import { toUploadError, UploadError } from '../errors.ts';
import { PART_TIMEOUT_MS } from '../limits.ts';
import type { StoredObject } from '../ports.ts';
import { withTimeout } from '../timing/clock.ts';
import { withRetries } from '../timing/retry.ts';
import { callServer, isUploadGone, nullIfGone, type UploadJob } from './job.ts';
import type { UploadSession } from './upload-session.ts';

/**
 * Maximum time between the start of an upload and the answer to `create`. S3 dates an object by that start.
 */
const CREATION_MS = 60_000;
/** Assumed difference of the store's clock if it could not be measured. */
const UNKNOWN_SKEW_MS = 15 * 60_000;

/**
 * Assembles the object. Safe to repeat: after a lost answer, HeadObject tells whether the object already
 * exists.
 */
export async function completeUpload(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<StoredObject> {
  const { transport, clock } = job;
  const { upload, plan, etags, reply } = session;
  // Another run asks the server, because a refusal need not last.
  session.reply = undefined;
  // Lists every planned part, even one without ETag, so that the store answers InvalidPart instead of
  // creating a shorter object.
  const parts = plan.map(({ partNumber }) => ({ partNumber, etag: etags.get(partNumber) ?? '' }));
  let mayHaveWorked = session.isCompleting;
  session.isCompleting = true;
  await session.remember(true);

  function ask<T>(question: (limit: AbortSignal) => Promise<T>): Promise<T | null> {
    return nullIfGone(callServer(job, 'complete_failed', signal, question));
  }

  async function attempt(): Promise<StoredObject> {
    try {
      return await withTimeout(clock, PART_TIMEOUT_MS, signal, (limit) =>
        transport.complete({ ...upload, parts, reply }, limit),
      );
    } catch (error) {
      const isGone = isUploadGone(error);
      mayHaveWorked ||= toUploadError(error).retryable;
      const found =
        (isGone || mayHaveWorked) &&
        (await ask(async (limit) => transport.headObject?.(upload, limit)));
      if (
        found &&
        mayBeOurs(found, session, mayHaveWorked) &&
        // The object is an older one if the upload still has its parts, because then it was not completed.
        (isGone || !(await ask((limit) => transport.listParts(upload, limit))))
      ) {
        return found;
      }
      throw isGone ? new UploadError('no_such_upload', { status: 404, cause: error }) : error;
    }
  }

  const stored = await withRetries(job, 'complete_failed', signal, attempt);
  const { size } = upload.file;
  if ((stored.size ?? size) !== size) throw new UploadError('size_mismatch');
  return stored;
}

/** Whether an object may consist of our parts, rather than being an older one under the same key. */
function mayBeOurs(
  { size, etag = '', lastModifiedMs }: StoredObject,
  { upload, plan, createdAtMs, skewMs = -UNKNOWN_SKEW_MS }: UploadSession,
  mayHaveWorked: boolean,
): boolean {
  // On S3 the ETag of an object of n parts ends with `-n`.
  const partCount = /-(\d+)"?$/.exec(etag)?.[1] ?? plan.length;
  const isRecent =
    lastModifiedMs === undefined
      ? mayHaveWorked
      : lastModifiedMs >= createdAtMs + skewMs - CREATION_MS;
  return isRecent && size === upload.file.size && Number(partCount) === plan.length;
}
