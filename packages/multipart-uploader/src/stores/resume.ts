import type { ListedPart } from '../engine/ports.ts';
import { callServer, nullIfGone } from '../engine/session/job.ts';
import type { PlannedPart } from '../engine/session/part-plan.ts';
import { sessionOf } from '../engine/session/session.ts';
import type { UploadSession } from '../engine/session/upload-session.ts';
import { fingerprintFile } from './fingerprint.ts';
import type { ResumableJob, ResumedUpload, StoredUpload } from './upload-store.ts';

/**
 * Finds an upload in its store by the file's fingerprint, and asks the server for its parts. Only for use as
 * `resume` of an {@link UploadStore}. It is a member of the store so that bundles without a store do not
 * contain it.
 *
 * @throws UploadError `list_failed`, `file_unreadable`
 *
 * @example
 * const store: UploadStore = { resume: resumeUpload, get, set, delete: remove, list };
 */
export async function resumeUpload(job: ResumableJob, signal: AbortSignal): Promise<ResumedUpload> {
  const id = await fingerprintFile(job.file, job.description, job.destination);
  const record = await job.store?.get(id).catch(() => undefined);
  return { id, session: record ? await resumeSession(job, record, signal) : null };
}

/** Session of the upload to resume; null if the store has lost it, so that a new one is needed. */
async function resumeSession(
  job: ResumableJob,
  record: StoredUpload,
  signal: AbortSignal,
): Promise<UploadSession | null> {
  const session = sessionOf(job, { ...record, metadata: job.metadata ?? record.metadata });
  const { plan, etags } = session;
  const listed = await nullIfGone(
    callServer(job, 'list_failed', signal, (limit) =>
      job.transport.listParts(session.upload, limit),
    ),
  );
  for (const part of listed ?? []) {
    if (isReusable(plan, record, part)) etags.set(part.partNumber, part.etag);
  }
  const sent = Object.entries(record.etags);
  if (etags.size < plan.length && record.isCompleting && sent.length === plan.length) {
    // It may have been completed with a lost answer: its parts are gone, or the server lists the file as a part.
    // Calling `complete` again finds out.
    for (const [number, etag] of sent) etags.set(Number(number), etag);
    return session;
  }
  if (listed) return session;
  await session.forget();
  return null;
}

/** Listed parts that need not be sent again, because their number, size and ETag match the record. */
function isReusable(
  plan: readonly PlannedPart[],
  record: StoredUpload,
  { partNumber, size, etag }: ListedPart,
): boolean {
  const planned = plan[partNumber - 1];
  if (planned === undefined || planned.end - planned.start !== size || etag === '') return false;
  const known = record.etags[partNumber];
  return known === undefined || withoutQuotes(known) === withoutQuotes(etag);
}

function withoutQuotes(etag: string): string {
  return etag.replaceAll('"', '');
}
