import { withTimeout } from './clock.ts';
import { toUploadError, UploadError } from './errors.ts';
import { callServer, isUploadGone, nullIfGone, type UploadJob } from './job.ts';
import { PART_TIMEOUT_MS } from './limits.ts';
import type { StoredObject } from './ports.ts';
import { withRetries } from './retry.ts';
import type { UploadSession } from './session.ts';

/** How long `create` may take, which begins what we take for ours. */
const TOLERANCE_MS = 60_000;
/** What clocks may differ by where the store's is not known. */
const UNKNOWN_SKEW_MS = 15 * 60_000;

/** Assembles the object. Safe to repeat: when nobody knows whether it worked, the object is asked for. */
export async function completeUpload(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<StoredObject> {
  const { transport, clock } = job;
  // All of the plan, in order: without one of them it must fail (InvalidPart) and not be shorter.
  const parts = session.plan.map(({ partNumber }) => ({
    partNumber,
    etag: session.etags.get(partNumber) ?? '',
  }));
  const request = { ...session.upload, parts };
  let mayHaveWorked = session.isCompleting;
  session.isCompleting = true;
  await session.remember(true);

  async function attempt(): Promise<StoredObject> {
    try {
      return await withTimeout(clock, PART_TIMEOUT_MS, signal, (limit) =>
        transport.complete(request, limit),
      );
    } catch (error) {
      signal.throwIfAborted();
      const isGone = isUploadGone(error);
      mayHaveWorked ||= toUploadError(error).retryable;
      if (!isGone && !mayHaveWorked) throw error;
      const found = await findObject(job, session, mayHaveWorked, signal);
      // Where the upload still has its parts, the object is an older one of the same size.
      if (found && (isGone || !(await ask((limit) => transport.listParts(request, limit))))) {
        return found;
      }
      throw isGone ? new UploadError('no_such_upload', { cause: error }) : error;
    }
  }

  const stored = await withRetries(job, 'complete_failed', signal, attempt);
  if (stored.size !== undefined && stored.size !== job.file.size) {
    throw new UploadError('size_mismatch');
  }
  return stored;
}

/** The object, if it is the one that our parts make and not an older one under the same key. */
async function findObject(
  job: UploadJob,
  session: UploadSession,
  mayHaveWorked: boolean,
  signal: AbortSignal,
): Promise<StoredObject | null> {
  const { transport } = job;
  const { upload, plan, createdAtMs, skewMs = 0 } = session;
  const found = await callServer(job, 'complete_failed', signal, async (limit) =>
    transport.headObject?.(upload, limit),
  );
  if (found?.size !== job.file.size) return null;
  // S3 marks the ETag of an object made of n parts with -n.
  const partCount = /-(\d+)"?$/.exec(found.etag ?? '')?.[1];
  if (partCount !== undefined && Number(partCount) !== plan.length) return null;
  const { lastModifiedMs } = found;
  if (lastModifiedMs !== undefined) {
    return lastModifiedMs >= createdAtMs + skewMs - CLOCK_TOLERANCE_MS ? found : null;
  }
  return mayHaveWorked ? found : null;
}
