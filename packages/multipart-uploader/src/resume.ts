import { fingerprintFile } from './fingerprint.ts';
import { callServer, isUploadGone } from './job.ts';
import type { PlannedPart } from './part-plan.ts';
import type { ListedPart } from './ports.ts';
import { sessionOf } from './session.ts';
import type { UploadSession } from './upload-session.ts';
import type { ResumableJob, ResumedUpload, StoredUpload } from './upload-store.ts';

/**
 * Finds an upload in its store by the file's fingerprint and asks the server which
 * parts it has (SPEC 4). It is the `resume` of every {@link UploadStore}, and has no
 * other use; as a member of the store it costs those nothing who have none.
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

/** Returns null where the store has lost the upload, and a new one is needed. */
async function resumeSession(
  job: ResumableJob,
  record: StoredUpload,
  signal: AbortSignal,
): Promise<UploadSession | null> {
  const session = sessionOf(job, { ...record, metadata: job.metadata ?? record.metadata });
  try {
    const listed = await callServer(job, 'list_failed', signal, (limit) =>
      job.transport.listParts(session.upload, limit),
    );
    for (const part of listed) {
      if (isReusable(session.plan, record, part)) session.etags.set(part.partNumber, part.etag);
    }
    return session;
  } catch (error) {
    if (!isUploadGone(error)) throw error;
    // Completed unnoticed, perhaps: `complete` is safe to repeat and finds out.
    if (record.isCompleting && Object.keys(record.etags).length === session.plan.length) {
      for (const [number, etag] of Object.entries(record.etags)) {
        session.etags.set(Number(number), etag);
      }
      return session;
    }
    await session.forget();
    return null;
  }
}

/** SPEC 4: resuming reuses the parts that the server lists, if number, size and ETag agree. */
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
