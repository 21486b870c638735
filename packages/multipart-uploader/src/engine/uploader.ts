import type { FileHandle, StoredUpload } from '../stores/upload-store.ts';
import { createConnections } from './connections.ts';
import { PART_SIZE_BYTES } from './limits.ts';
import { type UploaderOptions, withDefaults } from './options.ts';
import type { FileDescription } from './ports.ts';
import { nullIfGone } from './session/job.ts';
import { createSlots } from './timing/queue.ts';
import type { Upload, UploadResult } from './upload.ts';
import { createUploadHandle } from './upload-handle.ts';
import { createUploadRecord } from './upload-record.ts';
import { abortOnServer, createUploadRunner } from './upload-runner.ts';

/**
 * Options of one file.
 *
 * @example
 * uploader.add(file, { metadata: { path: '/photos' }, destination: '/photos', priority: 1 });
 */
export interface AddOptions<Metadata = unknown> {
  /** Passed to every call of the transport. Must be plain data if you use a store. */
  readonly metadata?: Metadata;
  /** Default: name of the file. */
  readonly name?: string | undefined;
  /** Distinguishes uploads of one file to several targets when they are resumed; default `''`. */
  readonly destination?: string;
  /** Higher priorities go first; default 0. */
  readonly priority?: number | undefined;
  /** Aborts the upload and removes its parts. */
  readonly signal?: AbortSignal | undefined;
  /** Stored with the upload, so that a reloaded page can open the file itself. */
  readonly handle?: FileHandle;
}

/**
 * Requires `metadata` unless its type allows to omit it.
 *
 * @example
 * const options: AddOptions<Album> & NeededMetadata<Album> = { metadata: { album: 'Rome' } };
 */
export type NeededMetadata<Metadata> = undefined extends Metadata
  ? unknown
  : { readonly metadata: Metadata };

/**
 * Uploads several files concurrently. `Metadata` is the type of `add`'s metadata, `Data` that of the result
 * of the transport's `complete`.
 *
 * @example
 * const uploader: Uploader = createUploader({ transport, send: createXhrSender() });
 */
export interface Uploader<Metadata = unknown, Data = unknown> {
  /**
   * Queues a file. If the store has an upload of the same file to the same destination, its uploaded parts
   * are not sent again.
   */
  add(
    file: Blob,
    ...options: undefined extends Metadata
      ? [options?: AddOptions<Metadata>]
      : [options: AddOptions<Metadata> & NeededMetadata<Metadata>]
  ): Upload<Metadata, Data>;
  /** Uploads that can be resumed after a reload, a crash or `abort({ keep: true })`. */
  pending(): Promise<readonly StoredUpload<Metadata>[]>;
  /**
   * Removes a resumable upload: its parts on the server, and its record in the store.
   *
   * @throws UploadError if the server cannot be reached; the upload then stays pending
   */
  discard(pending: StoredUpload): Promise<void>;
}

/**
 * Creates an uploader: a queue of files that share a limit of connections.
 *
 * @param options see {@link UploaderOptions}; `transport` and `send` are required, and their types determine
 * the types of `metadata` and of the result's `data`
 *
 * @example
 * const uploader = createUploader({ transport, send: createXhrSender() });
 * const { key } = await uploader.add(file).done;
 */
export function createUploader<Metadata = unknown, Data = unknown>(
  options: UploaderOptions<Metadata, Data>,
): Uploader<Metadata, Data> {
  const settings = withDefaults(options as UploaderOptions);
  const { concurrentFiles, partSize = PART_SIZE_BYTES } = settings;
  const connections = createConnections(options as UploaderOptions, settings);
  const files = createSlots(concurrentFiles ?? 3);
  // Small files do not wait behind large ones, unless `concurrentFiles` is set.
  const smallFiles = concurrentFiles ? files : createSlots(settings.transport.filesPerCall ?? 12);

  const uploader: Uploader = {
    add(file, addOptions = {}) {
      const { signal, name, priority = 0, ...given } = addOptions;
      const description = describeFile(file, name);
      const subject = { file, name: description.name, metadata: given.metadata, priority };
      const record = createUploadRecord(file.size);
      const runner = createUploadRunner(settings, record, {
        ...given,
        ...{ file, description, connections },
        priority: () => upload.priority,
        files: file.size > partSize ? files : smallFiles,
      });
      const upload = createUploadHandle(subject, record, runner, () => {
        for (const slots of [connections, files, smallFiles]) slots.reorder();
      });
      const onAbort = (): void => void upload.abort();
      signal?.addEventListener('abort', onAbort);
      upload.on('state', ({ state }) => {
        if (['completed', 'aborted'].includes(state)) {
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
  // The engine passes metadata and data on without reading them.
  return uploader as Uploader<Metadata, Data>;
}

/**
 * Uploads a single file without a queue.
 *
 * @param file file to upload
 * @param options options of the uploader and of `add` together
 * @throws UploadError when it fails or is aborted
 *
 * @example
 * const { key } = await upload(file, { transport, send: createFetchSender() });
 */
export async function upload<Metadata = unknown, Data = unknown>(
  file: Blob,
  options: UploaderOptions<Metadata, Data> & AddOptions<Metadata> & NeededMetadata<Metadata>,
): Promise<UploadResult<Data>> {
  const uploader: Uploader = createUploader(options as UploaderOptions);
  return uploader.add(file, options).done as Promise<UploadResult<Data>>;
}

/** Describes a file. A File has a name and a time, a Blob has neither. */
function describeFile(
  { name: ownName = 'file', size, type, lastModified = 0 }: Blob & Partial<File>,
  name = ownName,
): FileDescription {
  return { name, size, type, lastModified };
}
