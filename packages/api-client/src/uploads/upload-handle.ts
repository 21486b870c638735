/**
 * Progress of an upload.
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

/** State of an upload. Waiting and paused uploads are `idle`. */
export type UploadState = 'idle' | 'uploading' | 'completed' | 'failed' | 'aborted';

/**
 * Reasons why an upload waits, in addition to its state.
 *
 * @example
 * const wordOf = ({ isPaused, isOffline }: UploadWait) =>
 *   isPaused ? 'paused' : isOffline ? 'waiting for the network' : '';
 */
export interface UploadWait {
  /** True from `pause()` until `resume()`. */
  readonly isPaused: boolean;
  /** True while it waits for the network, without spending retries. */
  readonly isOffline: boolean;
}

/**
 * Options of one upload.
 *
 * @example
 * const options: UploadOptions = { onProgress: ({ bytes }) => console.log(bytes), signal };
 */
export interface UploadOptions {
  /** Name of the file; default the file's own. */
  readonly name?: string | undefined;
  /** Uploads with a higher priority go first; default 0. */
  readonly priority?: number | undefined;
  /** Aborts the upload and removes its stored parts. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most 10 times a second, and once a second when no byte moves, until the rate is 0. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called after each change of the state or of the reason for waiting. */
  readonly onState?: ((state: UploadState, wait: UploadWait) => void) | undefined;
}

/**
 * Upload of one file. It starts as soon as the queue has a free slot.
 *
 * @example
 * const upload = client.fileShares.upload(file);
 * pauseButton.onclick = () => upload.pause();
 * const { url } = await upload.done;
 */
export interface UploadHandle<Result> {
  readonly state: UploadState;
  /**
   * Resolves with the server's reply to the finished upload. Rejects with an `ApiError`: the server's
   * refusal, `client.cancelled`, or one of the `upload.…` codes. `resume()` after a failure creates a
   * new promise.
   */
  readonly done: Promise<Result>;
  /** Stops sending; uploaded parts stay. */
  pause(): void;
  /** Continues after `pause()`, and retries after a failure; uploaded parts are not sent again. */
  resume(): void;
  /** Aborts the upload permanently and removes its parts; with `keep` they stay, to be resumed later. */
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
   * Sender of the parts; default `createXhrSender()` if there is XMLHttpRequest, else
   * `createFetchSender()`.
   */
  readonly send?: object;
  /** Store of uploads that can be resumed after a reload: `createIndexedDbStore()`. Default none. */
  readonly store?: object;
  /** Part size in bytes; default 5 MiB, and up to 64 MiB where `speed` remembers a fast line. */
  readonly partSize?: number;
  /** Remembers how fast uploads were: a `SpeedMemory`. Default as long as the client lives. */
  readonly speed?: object;
  /** Concurrent parts of one file; default 3. */
  readonly concurrentParts?: number;
  /** Concurrent files; default 3, plus 100 that have a single part. */
  readonly concurrentFiles?: number;
  /** Concurrent parts of all files; default 5, plus 12 of up to 256 KiB over HTTP/2. */
  readonly maxConnections?: number;
  /** Number of retries of a part or a call; default 3. */
  readonly retries?: number;
}
