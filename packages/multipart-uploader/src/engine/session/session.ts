import type { ResumableJob, StoredUpload } from '../../stores/upload-store.ts';
import type { SignedParts } from '../ports.ts';
import { withRetries } from '../timing/retry.ts';
import { callOnce, type UploadJob } from './job.ts';
import { choosePartSize, fittingPartSize, planParts } from './part-plan.ts';
import type { UploadSession } from './upload-session.ts';

const WRITE_INTERVAL_MS = 1000;

/** Resumes the upload that is recorded in the store, or creates one. */
export async function openSession(job: UploadJob, signal: AbortSignal): Promise<UploadSession> {
  const found = await job.store?.resume(job, signal);
  return found?.session ?? createSession(job, found?.id ?? '', signal);
}

async function createSession(
  job: UploadJob,
  id: string,
  signal: AbortSignal,
): Promise<UploadSession> {
  const { description: file, metadata, transport, clock, handle } = job;
  const wanted = job.partSize ?? fittingPartSize(file.size, job.speed.read(), job.concurrentParts);
  const partSize = choosePartSize(file.size, wanted, job.maxFileSizeBytes);
  const partCount = planParts(file.size, partSize).length;
  // Not aborted by pause or abort, because without its id the new upload could not be removed.
  const created = await withRetries(job, 'create_failed', signal, () =>
    callOnce(job, (limit) => transport.create({ file, metadata, partSize, partCount }, limit)),
  );
  const { signed, ...reference } = created;
  const session = sessionOf(
    job,
    {
      ...reference,
      ...{ id, file, metadata, handle, etags: {}, isCompleting: false },
      partSize: created.partSize ?? partSize,
      createdAtMs: clock.now(),
    },
    signed,
  );
  await session.remember();
  return session;
}

/** Session of an upload before the server has listed its parts. */
export function sessionOf(
  job: ResumableJob,
  record: StoredUpload,
  signed?: SignedParts,
): UploadSession {
  const { store } = job;
  const { uploadId, key, file, metadata, partSize, isSingle, createdAtMs, isCompleting } = record;
  const etags = new Map<number, string>();
  const plan = planParts(file.size, partSize);
  const slice = (partNumber: number): Blob =>
    job.file.slice((partNumber - 1) * partSize, partNumber * partSize);
  let nextWriteMs = 0;
  const session: UploadSession = {
    upload: { uploadId, key, file, metadata, isSingle, slice },
    plan,
    etags,
    signed,
    createdAtMs,
    isCompleting,
    async remember(isUrgent) {
      if (!isUrgent && job.clock.now() < nextWriteMs) return;
      nextWriteMs = job.clock.now() + WRITE_INTERVAL_MS;
      // Ignores a failing store. The upload continues, but cannot be resumed after a reload.
      await store
        ?.set({ ...record, etags: Object.fromEntries(etags), isCompleting: session.isCompleting })
        .catch(() => {});
    },
    async forget() {
      await store?.delete(record.id).catch(() => {});
    },
  };
  return session;
}
