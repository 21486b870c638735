import type { UploaderSettings } from './options.ts';
import type { UploadReference } from './ports.ts';
import { runSession } from './session/engine.ts';
import { callOnce, type UploadJob } from './session/job.ts';
import { openSession } from './session/session.ts';
import type { UploadSession } from './session/upload-session.ts';
import { createProgressMeter } from './timing/progress.ts';
import type { Slots } from './timing/queue.ts';
import type { UploadResult } from './upload.ts';
import type { UploadRecord } from './upload-record.ts';

/** File and options of an upload. */
type UploadSubject = Omit<
  UploadJob,
  keyof UploaderSettings | 'progress' | 'onPart' | 'onOffline'
> & {
  /** Queue in which the upload waits for a slot. */
  readonly files: Slots;
};

/** Runs one upload, repeatedly until it is completed. */
export interface UploadRunner {
  /** Runs until completed. Can be called again after an abort or a failure. */
  readonly run: (signal: AbortSignal) => Promise<UploadResult>;
  /** Upload that the runs have opened. */
  readonly session: () => UploadSession | null;
  /** Removes the upload from the server and the store, so that the next run starts from scratch. */
  readonly drop: () => Promise<void>;
}

export function createUploadRunner(
  settings: UploaderSettings,
  { update, updatePart, updateProgress }: UploadRecord,
  subject: UploadSubject,
): UploadRunner {
  const { file, files, priority } = subject;
  const progress = createProgressMeter(file.size, settings.clock, updateProgress);
  const job: UploadJob = {
    ...settings,
    ...subject,
    progress,
    onPart: updatePart,
    onOffline: (isOffline) => update({ isOffline }),
  };
  let session: UploadSession | null = null;

  async function runToEnd(signal: AbortSignal): Promise<UploadResult> {
    update({ state: 'uploading' });
    try {
      session ??= await openSession(job, signal);
      signal.throwIfAborted();
      const { etag, data } = await runSession(job, session, signal);
      const { uploadId, key } = session.upload;
      return { uploadId, key, size: file.size, etag, data };
    } finally {
      progress.stop();
    }
  }

  return {
    session: () => session,
    run: (signal) => files.run(priority, signal, () => runToEnd(signal)),
    async drop() {
      if (!session) return;
      const { upload, forget } = session;
      session = null;
      await abortOnServer(settings, upload).catch(() => {});
      await forget();
    },
  };
}

/** Aborts without retries, because servers remove incomplete uploads after a while. */
export function abortOnServer(
  settings: UploaderSettings,
  reference: UploadReference,
): Promise<void> {
  return callOnce(settings, (limit) => settings.transport.abort(reference, limit));
}
