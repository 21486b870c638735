import { toUploadError, UploadError } from '../errors.ts';
import { PART_TIMEOUT_MS } from '../limits.ts';
import type { StoredObject } from '../ports.ts';
import { withTimeout } from '../timing/clock.ts';
import { withRetries } from '../timing/retry.ts';
import { callServer, isUploadGone, nullIfGone, type UploadJob } from './job.ts';
import type { UploadSession } from './upload-session.ts';

/**
 * S3 dates an object by the begin of its upload, which is up to so much earlier than the answer to
 * `create`.
 */
const CREATION_MS = 60_000;
/** How far the store's clock may differ from ours where it could not be measured. */
const UNKNOWN_SKEW_MS = 15 * 60_000;

/**
 * Assembles the object. Safe to repeat: after an answer that was lost, HeadObject tells whether the
 * object is already there.
 */
export async function completeUpload(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<StoredObject> {
  const { transport, clock } = job;
  const { upload, plan, etags } = session;
  // Every planned part is listed, even one without ETag: the store then answers InvalidPart instead
  // of making a shorter object.
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
        transport.complete({ ...upload, parts }, limit),
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
        // An upload that still has its parts was not completed, so the object is an older one.
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

/** Whether an object may be the one made of our parts, rather than an older one under the same key. */
function mayBeOurs(
  { size, etag = '', lastModifiedMs }: StoredObject,
  { upload, plan, createdAtMs, skewMs = -UNKNOWN_SKEW_MS }: UploadSession,
  mayHaveWorked: boolean,
): boolean {
  // The ETag of an object made of n parts ends with `-n` on S3.
  const partCount = /-(\d+)"?$/.exec(etag)?.[1] ?? plan.length;
  const isRecent =
    lastModifiedMs === undefined
      ? mayHaveWorked
      : lastModifiedMs >= createdAtMs + skewMs - CREATION_MS;
  return isRecent && size === upload.file.size && Number(partCount) === plan.length;
}
