import { callServer, type UploadJob } from './job.ts';
import { choosePartSize, type PlannedPart, planParts } from './part-plan.ts';
import type { ReadableUpload, SignedParts, StoredUpload } from './ports.ts';

/** An upload that the store has begun, and what is known of it. Survives pauses and failures. */
export interface UploadSession {
  readonly upload: ReadableUpload;
  readonly plan: readonly PlannedPart[];
  /** The ETags of the parts that are there. */
  readonly etags: Map<number, string>;
  /** The URLs that came with `create`. */
  readonly signed: SignedParts | undefined;
  readonly createdAtMs: number;
  /** Server clock minus ours in milliseconds, once it is measured. */
  skewMs: number | undefined;
  /** Whether a `complete` of ours may have worked unnoticed. */
  isCompleting: boolean;
  /** Writes what is known to the store. */
  remember(): Promise<void>;
  /** Removes it from the store. */
  forget(): Promise<void>;
}

/** Goes on with the upload that the store remembers, or creates one. */
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
  const chosenSize = choosePartSize(file.size, job.maxFileSizeBytes);
  const partSize = job.partSize ?? chosenSize;
  const partCount = planParts(file.size, partSize).length;
  const created = await callServer(job, 'create_failed', signal, (limit) =>
    transport.create({ file, metadata, partSize, partCount }, limit),
  );
  const { uploadId, key, signed } = created;
  const session = sessionOf(
    job,
    {
      ...{ id, uploadId, key, file, metadata, etags: {}, isCompleting: false },
      partSize: created.partSize ?? partSize,
      createdAtMs: clock.now(),
      ...(handle && { handle }),
    },
    signed,
  );
  await session.remember();
  return session;
}

/** What is known of an upload before its parts are asked for. */
export function sessionOf(
  job: UploadJob,
  record: StoredUpload,
  signed?: SignedParts,
): UploadSession {
  const { store } = job;
  const { uploadId, key, file, metadata } = record;
  const etags = new Map<number, string>();
  const plan = planParts(file.size, record.partSize);
  const slice = (partNumber: number): Blob => {
    const part = plan[partNumber - 1];
    return job.file.slice(part?.start, part?.end);
  };
  const session: UploadSession = {
    upload: { uploadId, key, file, metadata, slice },
    plan,
    etags,
    signed,
    createdAtMs: record.createdAtMs,
    skewMs: undefined,
    isCompleting: record.isCompleting,
    async remember() {
      const { isCompleting } = session;
      const known = { ...record, etags: Object.fromEntries(etags), isCompleting };
      // An upload does not fail because it could not be remembered.
      await store?.set(known).catch(() => {});
    },
    async forget() {
      await store?.delete(record.id).catch(() => {});
    },
  };
  return session;
}
