import { nullIfGone } from './job.ts';
import { type UploaderOptions, withDefaults } from './options.ts';
import type { FileDescription } from './ports.ts';
import { createSlots } from './queue.ts';
import type { Upload, UploadResult } from './upload.ts';
import { createUploadHandle } from './upload-handle.ts';
import { createUploadRecord } from './upload-record.ts';
import { abortOnServer, createUploadRunner } from './upload-runner.ts';
import type { FileHandle, StoredUpload } from './upload-store.ts';

/**
 * Options of one file.
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
  /** Aborts the upload and removes its parts. */
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
   * Queues a file. If the store remembers the same file for the same destination, parts
   * that are already uploaded are not sent again.
   */
  add(file: Blob, options?: AddOptions): Upload;
  /** The uploads that can be resumed after a reload, a crash or `abort({ keep: true })`. */
  pending(): Promise<readonly StoredUpload[]>;
  /**
   * Removes an upload that could be resumed: its parts on the server, and its record in the
   * store.
   *
   * @throws UploadError where the server could not be told; the upload is then still pending
   */
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
  const slots = {
    files: createSlots(settings.concurrentFiles),
    connections: createSlots(settings.maxConnections),
  };

  return {
    add(file, addOptions = {}) {
      const { signal, name, priority = 0, ...given } = addOptions;
      const description = describeFile(file, name);
      const subject = { file, name: description.name, metadata: given.metadata, priority };
      const record = createUploadRecord(file.size);
      const runner = createUploadRunner(settings, slots, record, {
        ...given,
        ...{ file, description, priority: () => upload.priority },
      });
      const upload = createUploadHandle(subject, record, runner);
      const onAbort = (): void => void upload.abort();
      signal?.addEventListener('abort', onAbort);
      upload.on('state', ({ state }) => {
        if (state === 'completed' || state === 'aborted') {
          signal?.removeEventListener('abort', onAbort);
        }
      });
      if (signal?.aborted) onAbort();
      return upload;
    },
    async pending() {
      return (await settings.store?.list()) ?? [];
    },
    async discard(pending) {
      await nullIfGone(abortOnServer(settings, pending));
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

/** A Blob has neither name nor time; a File has both. */
function describeFile(
  { name: ownName = 'file', size, type, lastModified = 0 }: Blob & Partial<File>,
  name = ownName,
): FileDescription {
  return { name, size, type, lastModified };
}
