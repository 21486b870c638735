import type { UploadError } from './errors.ts';
import type { PartState } from './session/job.ts';
import type { UploadProgress } from './timing/progress.ts';

/**
 * The state of an upload. Waiting and paused uploads are `idle`.
 *
 * @example
 * const isOver = (state: UploadState) => !['idle', 'uploading'].includes(state);
 */
export type UploadState = 'idle' | 'uploading' | 'completed' | 'failed' | 'aborted';

/**
 * Result of a completed upload.
 *
 * @example
 * const { key, etag }: UploadResult = await upload.done;
 */
export interface UploadResult<Data = unknown> {
  readonly uploadId: string;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly etag: string | undefined;
  /** Data from the transport's `complete`. */
  readonly data: Data;
}

/**
 * Everything that a page may show of an upload, as one value that is replaced on change.
 *
 * @example
 * const { state, progress, error }: UploadSnapshot = upload.snapshot;
 */
export interface UploadSnapshot<Data = unknown> {
  readonly state: UploadState;
  readonly isPaused: boolean;
  /** Waiting for the network, without spending retries. */
  readonly isOffline: boolean;
  readonly progress: UploadProgress;
  /** Why, in the states failed and aborted. */
  readonly error: UploadError | null;
  /** In the state completed. */
  readonly result: UploadResult<Data> | null;
}

/**
 * The events of an upload and what they carry. `change` is any of them.
 *
 * @example
 * const names: (keyof UploadEvents)[] = ['state', 'progress', 'part', 'change'];
 */
export interface UploadEvents<Data = unknown> {
  /** The state, or whether it is paused or offline. */
  readonly state: UploadSnapshot<Data>;
  /** At most 10 a second. */
  readonly progress: UploadProgress;
  readonly part: UploadPart;
  readonly change: UploadSnapshot<Data>;
}

/**
 * One part and its state.
 *
 * @example
 * upload.on('part', ({ partNumber, state }: UploadPart) => console.log(partNumber, state));
 */
export interface UploadPart {
  readonly partNumber: number;
  readonly state: PartState;
}

/**
 * One file on its way. Starts by itself as soon as a slot is free.
 *
 * @example
 * const upload = uploader.add(file);
 * upload.on('progress', ({ timeLeftMs }) => console.log(timeLeftMs));
 * await upload.done;
 */
export interface Upload<Metadata = unknown, Data = unknown> {
  /** Unlike that of any other upload of the page, and the same for its life: a key for lists. */
  readonly id: string;
  readonly file: Blob;
  readonly name: string;
  readonly metadata: Metadata;
  readonly snapshot: UploadSnapshot<Data>;
  /** Shorthand for `snapshot.state`. */
  readonly state: UploadState;
  /** Shorthand for `snapshot.progress`. */
  readonly progress: UploadProgress;
  /** Every part and its state; empty until the upload has been created. */
  readonly parts: readonly UploadPart[];
  /** Higher goes first; may be changed at any time. Default 0. */
  priority: number;
  /**
   * Resolves when the upload is completed, rejects with an {@link UploadError} when
   * it fails or is aborted. It may be left alone: the events tell the same. After
   * `resume()` of a failed upload this is a new promise.
   */
  readonly done: Promise<UploadResult<Data>>;
  /** Calls the listener on every such event until the returned function is called. */
  on<Name extends keyof UploadEvents>(
    event: Name,
    listener: (value: UploadEvents<Data>[Name]) => void,
  ): () => void;
  /** Stops sending; uploaded parts stay. Does nothing unless idle or uploading. */
  pause(): void;
  /** Goes on after `pause()`, and tries again after a failure; uploaded parts are not sent again. */
  resume(): void;
  /**
   * Ends the upload for good. Resolves when no request is running any more. By default
   * the parts are removed; `keep: true` leaves them, so that adding the file again resumes.
   */
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}
