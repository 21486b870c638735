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
 * State of an upload for a page, as one immutable value that is replaced on change.
 *
 * @example
 * const { state, progress, error }: UploadSnapshot = upload.snapshot;
 */
export interface UploadSnapshot<Data = unknown> {
  readonly state: UploadState;
  readonly isPaused: boolean;
  /** Whether it waits for the network, which costs no retries. */
  readonly isOffline: boolean;
  readonly progress: UploadProgress;
  /** Reason in the states `failed` and `aborted`. */
  readonly error: UploadError | null;
  /** Result in the state `completed`. */
  readonly result: UploadResult<Data> | null;
}

/**
 * Events of an upload and their values. `change` fires with all of them.
 *
 * @example
 * const names: (keyof UploadEvents)[] = ['state', 'progress', 'part', 'change'];
 */
export interface UploadEvents<Data = unknown> {
  /** Fires when the state changes, or whether it is paused or offline. */
  readonly state: UploadSnapshot<Data>;
  /** Fires at most 10 times a second. */
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
 * Upload of one file. It starts automatically when a slot is free.
 *
 * @example
 * const upload = uploader.add(file);
 * upload.on('progress', ({ timeLeftMs }) => console.log(timeLeftMs));
 * await upload.done;
 */
export interface Upload<Metadata = unknown, Data = unknown> {
  /** Unique within the page and constant, for use as a key in lists. */
  readonly id: string;
  readonly file: Blob;
  readonly name: string;
  readonly metadata: Metadata;
  readonly snapshot: UploadSnapshot<Data>;
  /** Shorthand for `snapshot.state`. */
  readonly state: UploadState;
  /** Shorthand for `snapshot.progress`. */
  readonly progress: UploadProgress;
  /** All parts with their states; empty until the upload has been created. */
  readonly parts: readonly UploadPart[];
  /** Higher priorities go first. Can be changed at any time. Default 0. */
  priority: number;
  /**
   * Resolves when the upload is completed. Rejects with an {@link UploadError} when it fails or is aborted.
   * You may ignore it, because the events report the same. After `resume()` of a failed upload this is a new
   * promise.
   */
  readonly done: Promise<UploadResult<Data>>;
  /** Calls the listener on every event of this name. The returned function unsubscribes. */
  on<Name extends keyof UploadEvents>(
    event: Name,
    listener: (value: UploadEvents<Data>[Name]) => void,
  ): () => void;
  /** Stops sending and keeps uploaded parts. Does nothing unless the upload is idle or uploading. */
  pause(): void;
  /** Continues after `pause()`, and retries after a failure. Uploaded parts are not sent again. */
  resume(): void;
  /**
   * Ends the upload permanently. Resolves when no request is running. By default it removes the parts; `keep:
   * true` keeps them, so that adding the file again resumes.
   */
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}
