/**
 * How far an upload is.
 *
 * @example
 * const percent = ({ bytes, totalBytes }: UploadProgress) => (100 * bytes) / totalBytes;
 */
export interface UploadProgress {
  /** Bytes sent so far; never decreases. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Null while it cannot be estimated. */
  readonly timeLeftMs: number | null;
}

/** The state of an upload. Waiting and paused uploads are `idle`. */
export type UploadState = 'idle' | 'uploading' | 'completed' | 'failed' | 'aborted';

/**
 * Reasons why an upload waits, beside its state.
 *
 * @example
 * const wordOf = ({ isPaused, isOffline }: UploadWait) =>
 *   isPaused ? 'paused' : isOffline ? 'waiting for the network' : '';
 */
export interface UploadWait {
  /** By `pause()`, until `resume()`. */
  readonly isPaused: boolean;
  /** For the network, without spending retries. */
  readonly isOffline: boolean;
}

/**
 * Options of one upload.
 *
 * @example
 * const options: UploadOptions = { onProgress: ({ bytes }) => console.log(bytes), signal };
 */
export interface UploadOptions {
  /** Default the name of the file. */
  readonly name?: string | undefined;
  /** Higher goes first; default 0. */
  readonly priority?: number | undefined;
  /** Aborts the upload and removes what is stored of it. */
  readonly signal?: AbortSignal | undefined;
  /** At most 10 times a second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** After each change of the state, or of what it waits for. */
  readonly onState?: ((state: UploadState, wait: UploadWait) => void) | undefined;
}

/**
 * One file on its way. It starts by itself, as soon as a place in the queue is free.
 *
 * @example
 * const upload = client.fileShares.upload(file);
 * pauseButton.onclick = () => upload.pause();
 * const { url } = await upload.done;
 */
export interface UploadHandle<Result> {
  readonly state: UploadState;
  /**
   * The server's reply to the finished upload. Rejects with an `ApiError`: the server's refusal,
   * `client.cancelled`, or one of the `upload.…` codes. `resume()` of a failed upload makes a new
   * promise.
   */
  readonly done: Promise<Result>;
  /** Stops sending; uploaded parts stay. */
  pause(): void;
  /** Goes on after `pause()`, and tries again after a failure; uploaded parts are not sent again. */
  resume(): void;
  /** Ends the upload for good and removes its parts; with `keep` they stay, to be resumed later. */
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}

/**
 * Options for all uploads of a client: `UploaderOptions` of `@satchel/multipart-uploader` without
 * `transport`, which the client supplies.
 *
 * @example
 * const client = createClient({ baseUrl: '', uploads: { store: createIndexedDbStore() } });
 */
export interface UploadEngineOptions {
  /**
   * Sender of the parts; default `createXhrSender()` where there is XMLHttpRequest, else
   * `createFetchSender()`.
   */
  readonly send?: object;
  /** Remembers uploads so that they can be resumed after a reload: `createIndexedDbStore()`. Default none. */
  readonly store?: object;
  /** Part size in bytes; default 5 MiB. */
  readonly partSize?: number;
  /** Parts of one file at once; default 3. */
  readonly concurrentParts?: number;
  /** Files at once, while others wait; default 3, and beside them 12 that have a single part. */
  readonly concurrentFiles?: number;
  /** Parts of all files at once; default 5. */
  readonly maxConnections?: number;
  /** How often a part or a call is tried again; default 3. */
  readonly retries?: number;
}
