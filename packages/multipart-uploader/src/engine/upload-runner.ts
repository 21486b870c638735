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

/** File and options of an upload that is added. */
type UploadSubject = Omit<
  UploadJob,
  keyof UploaderSettings | 'progress' | 'onPart' | 'onOffline'
> & {
  /** Queue in which it waits for a slot. */
  readonly files: Slots;
};

/** Runs one upload, any number of times until it is completed. */
export interface UploadRunner {
  /** Runs until completed; may be called again after it was aborted or has failed. */
  readonly run: (signal: AbortSignal) => Promise<UploadResult>;
  /** The upload that the runs have opened. */
  readonly session: () => UploadSession | null;
  /** Removes what the server and the store hold; the next run starts from nothing. */
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

/** Tried once only, because servers sweep uploads that were never completed. */
export function abortOnServer(
  settings: UploaderSettings,
  reference: UploadReference,
): Promise<void> {
  return callOnce(settings, (limit) => settings.transport.abort(reference, limit));
}
