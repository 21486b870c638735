import { withTimeout } from './clock.ts';
import { runSession } from './engine.ts';
import type { UploadJob } from './job.ts';
import { type UploaderOptions, type UploaderSettings, withDefaults } from './options.ts';
import type { FileDescription, FileHandle, StoredUpload, UploadReference } from './ports.ts';
import { createProgressMeter } from './progress.ts';
import { createSlots, type Slots } from './queue.ts';
import { openSession, type UploadSession } from './session.ts';
import type { Upload, UploadResult } from './upload.ts';
import { createUploadHandle, type UploadReports, type UploadRunner } from './upload-handle.ts';

/**
 * What may be said about one file.
 *
 * @example
 * uploader.add(file, { metadata: { path: '/photos' }, destination: '/photos', priority: 1 });
 */
export interface AddOptions {
  /** Handed to every call of the transport. Plain data, if a store is to keep it. */
  readonly metadata?: unknown;
  /** Default the name of the file. */
  readonly name?: string;
  /** Tells apart uploads of one file to several places when they are resumed; default `''`. */
  readonly destination?: string;
  /** Higher goes first; default 0. */
  readonly priority?: number;
  /** Aborts the upload, dropping its parts. */
  readonly signal?: AbortSignal;
  /** Kept in the store, so that a reloaded page can open the file by itself. */
  readonly handle?: FileHandle;
}

/**
 * Uploads files, several at a time.
 *
 * @example
 * const uploader: Uploader = createUploader({ transport, send: createXhrSender() });
 */
export interface Uploader {
  /**
   * Queues a file. Where the store remembers the same file for the same
   * destination, the parts that are there are not sent again.
   */
  add(file: Blob, options?: AddOptions): Upload;
  /** The uploads that a reload, a crash or `abort({ keep: true })` left, newest first. */
  pending(): Promise<readonly StoredUpload[]>;
  /** Drops such an upload: its parts on the server and its place in the store. */
  discard(pending: StoredUpload): Promise<void>;
}

/**
 * Creates an uploader: a queue of files with one limit of connections for all.
 *
 * @param options see {@link UploaderOptions}; `transport` and `send` are needed
 *
 * @example
 * const uploader = createUploader({ transport, send: createXhrSender() });
 * const { key } = await uploader.add(file).done;
 */
export function createUploader(options: UploaderOptions): Uploader {
  const settings = withDefaults(options);
  const files = createSlots(settings.concurrentFiles);
  const connections = createSlots(settings.maxConnections);

  return {
    add(file, addOptions = {}) {
      const { signal, metadata, priority = 0 } = addOptions;
      const { name } = describeFile(file, addOptions.name);
      const upload = createUploadHandle({ file, name, metadata, priority }, (reports, current) =>
        createRunner({
          settings,
          files,
          connections,
          file,
          addOptions,
          reports,
          priority: current,
        }),
      );
      const onAbort = (): void => void upload.abort();
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort);
      const stopListening = (): void => signal?.removeEventListener('abort', onAbort);
      upload.done.then(stopListening, () => {});
      return upload;
    },
    async pending() {
      const records = (await settings.store?.list()) ?? [];
      return [...records].sort((one, other) => other.createdAtMs - one.createdAtMs);
    },
    async discard(pending) {
      await abortOnServer(settings, pending);
      await settings.store?.delete(pending.id);
    },
  };
}

/**
 * Uploads a single file, for those who have no queue.
 *
 * @param file what to upload
 * @param options those of the uploader and of `add` in one
 * @throws UploadError when it fails or is aborted
 *
 * @example
 * const { key } = await upload(file, { transport, send: createFetchSender() });
 */
export async function upload(
  file: Blob,
  options: UploaderOptions & AddOptions,
): Promise<UploadResult> {
  return createUploader(options).add(file, options).done;
}

interface RunnerContext {
  readonly settings: UploaderSettings;
  readonly files: Slots;
  readonly connections: Slots;
  readonly file: Blob;
  readonly addOptions: AddOptions;
  readonly reports: UploadReports;
  readonly priority: () => number;
}

function createRunner(context: RunnerContext): UploadRunner {
  const { settings, files, connections, file, addOptions, reports, priority } = context;
  const { clock, connectivity, retries, backoff } = settings;
  const progress = createProgressMeter(file.size, clock, reports.progress);
  const job: UploadJob = {
    file,
    description: describeFile(file, addOptions.name),
    metadata: addOptions.metadata,
    destination: addOptions.destination ?? '',
    handle: addOptions.handle,
    ...{ priority, settings, connections, progress, onPart: reports.part },
    policy: { clock, connectivity, retries, backoff, onOffline: reports.offline },
  };
  let session: UploadSession | null = null;

  return {
    session: () => session,
    readProgress: progress.read,
    stopProgress: progress.stop,
    run: (signal) =>
      files.run(priority, signal, async () => {
        reports.running();
        session ??= await openSession(job, signal);
        const { etag, data } = await runSession(job, session, signal);
        const { uploadId, key } = session.upload;
        return { uploadId, key, size: file.size, etag, data };
      }),
    async drop() {
      const dropped = session;
      session = null;
      if (dropped === null) return;
      await abortOnServer(settings, dropped.upload).catch(() => {});
      await dropped.forget();
    },
  };
}

/** Tried once: what stays behind, the server sweeps. */
async function abortOnServer(
  settings: UploaderSettings,
  reference: UploadReference,
): Promise<void> {
  const { clock, requestTimeoutMs, transport } = settings;
  const { signal } = new AbortController();
  await withTimeout(clock, requestTimeoutMs, signal, (limit) => transport.abort(reference, limit));
}

function describeFile(file: Blob, name?: string): FileDescription {
  const { name: ownName, lastModified } = file as Partial<File>;
  return {
    name: name ?? ownName ?? 'file',
    size: file.size,
    type: file.type,
    lastModified: lastModified ?? 0,
  };
}
