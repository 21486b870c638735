import { PART_SIZE_BYTES } from '../limits.ts';
import type { StoredObject } from '../ports.ts';
import { createSlots } from '../timing/queue.ts';
import { completeUpload } from './complete.ts';
import type { UploadJob } from './job.ts';
import { sendPart } from './send-part.ts';
import type { UploadSession } from './upload-session.ts';
import { createUrlWindow } from './url-window.ts';

/** Fewer bytes tell nothing about the speed of a line. */
const MEASURED_BYTES = 2 * PART_SIZE_BYTES;

/** Sends the missing parts of an upload and completes it. It can be aborted at any point and run again. */
export async function runSession(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<StoredObject> {
  for (const { partNumber, start, end } of session.plan) {
    const isThere = session.etags.has(partNumber);
    if (isThere) job.progress.skip(partNumber, end - start);
    job.onPart(partNumber, isThere ? 'completed' : 'pending');
  }
  await sendMissingParts(job, session, signal);
  const stored = await completeUpload(job, session, signal);
  await session.forget();
  return stored;
}

/**
 * Sends parts in several concurrent lanes. Each lane takes the next part when it is free. The first failure
 * stops all lanes.
 */
async function sendMissingParts(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const lanesSignal = AbortSignal.any([signal, failed.signal]);
  const urls = createUrlWindow(job, session, lanesSignal);
  const running: Promise<void>[] = [];
  const lanes = { retrying: createSlots(1), open: openLanes };
  const parts = session.plan.values();
  const startedMs = job.clock.now();
  let sentBytes = 0;

  async function runLane(): Promise<void> {
    for (const part of parts) {
      const { partNumber } = part;
      if (session.etags.has(partNumber)) continue;
      try {
        const etag = await sendPart(job, session, urls, part, lanesSignal, lanes);
        session.etags.set(partNumber, etag);
        sentBytes += part.end - part.start;
      } catch (error) {
        job.onPart(partNumber, lanesSignal.aborted ? 'pending' : 'failed');
        throw error;
      }
      job.onPart(partNumber, 'completed');
      await session.remember();
    }
  }

  function openLanes(count: number): void {
    while (running.length < count) {
      running.push(runLane().catch((error) => failed.abort(error)));
    }
  }

  openLanes(job.concurrentParts);
  // Waits for all lanes, also those that others open, so that no request is still running at the end.
  for (const lane of running) await lane;
  if (!signal.aborted) {
    const bytesPerSecond = (1000 * sentBytes) / Math.max(1, job.clock.now() - startedMs);
    // After a failure the line is worse than it was, and the next upload gets smaller parts.
    if (failed.signal.aborted)
      job.speed.write(Math.min(bytesPerSecond, (job.speed.read() ?? 0) / 2));
    else if (sentBytes >= MEASURED_BYTES) job.speed.write(bytesPerSecond);
  }
  lanesSignal.throwIfAborted();
  // Ends requests for URLs in advance: a retry of one would ask for parts of a completed upload.
  failed.abort();
}
