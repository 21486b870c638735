import { completeUpload } from './complete.ts';
import type { UploadJob } from './job.ts';
import type { PlannedPart } from './part-plan.ts';
import type { StoredObject } from './ports.ts';
import { sendPart } from './send-part.ts';
import type { UploadSession } from './session.ts';
import { createUrlWindow, type UrlWindow } from './url-window.ts';

/** Sends what is missing of an upload and completes it. May be cut at any point and run again. */
export async function runSession(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<StoredObject> {
  for (const { partNumber, start, end } of session.plan) {
    if (!session.etags.has(partNumber)) continue;
    job.progress.skip(partNumber, end - start);
    job.onPart(partNumber, 'completed');
  }
  await sendMissingParts(job, session, signal);
  const stored = await completeUpload(job, session, signal);
  await session.forget();
  return stored;
}

/** A few lanes, each taking the next part when it is free. The first failure stops them all. */
async function sendMissingParts(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const lanesSignal = AbortSignal.any([signal, failed.signal]);
  const urls = createUrlWindow(job, session, lanesSignal);
  const missing = session.plan.filter(({ partNumber }) => !session.etags.has(partNumber)).values();

  async function runLane(): Promise<void> {
    for (const part of missing) await sendOnePart(job, session, urls, part, lanesSignal);
  }

  const lanes = Array.from({ length: job.concurrentParts }, () =>
    runLane().catch((error) => {
      failed.abort(error);
    }),
  );
  // All lanes are awaited, so that nothing is on its way any more when this ends.
  await Promise.all(lanes);
  lanesSignal.throwIfAborted();
}

async function sendOnePart(
  job: UploadJob,
  session: UploadSession,
  urls: UrlWindow,
  part: PlannedPart,
  signal: AbortSignal,
): Promise<void> {
  const { partNumber } = part;
  job.onPart(partNumber, 'uploading');
  try {
    const etag = await sendPart(job, session, urls, part, signal);
    session.etags.set(partNumber, etag);
    job.onPart(partNumber, 'completed');
  } catch (error) {
    job.onPart(partNumber, signal.aborted ? 'pending' : 'failed');
    throw error;
  }
  await session.remember();
}
