/**
 * How far an upload is.
 *
 * @example
 * const percent = ({ bytes, totalBytes }: UploadProgress) => (100 * bytes) / totalBytes;
 */
export interface UploadProgress {
  /** Never goes back. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Null while nobody can tell. */
  readonly timeLeftMs: number | null;
}

/** The state of an upload (SPEC 4). Waiting and paused uploads are `idle`. */
export type UploadState = 'idle' | 'uploading' | 'completed' | 'failed' | 'aborted';

/**
 * What may be said about one upload.
 *
 * @example
 * const options: UploadOptions = { onProgress: ({ bytes }) => console.log(bytes), signal };
 */
export interface UploadOptions {
  /** Default the name of the file. */
  readonly name?: string | undefined;
  /** Higher goes first; default 0. */
  readonly priority?: number | undefined;
  /** Ends the upload and drops what is stored of it. */
  readonly signal?: AbortSignal | undefined;
  /** At most 10 times a second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly onState?: ((state: UploadState) => void) | undefined;
}

/**
 * One file on its way. It starts by itself, as soon as a place in the queue is free.
 *
 * @example
 * const upload = client.files.upload(file);
 * pauseButton.onclick = () => upload.pause();
 * const { url } = await upload.done;
 */
export interface UploadHandle<Result> {
  readonly state: UploadState;
  /**
   * What the server says of the finished file. Rejects with an `ApiError`: the server's refusal, or
   * `client.cancelled`, or one of the `upload.…` codes. After `resume()` of a failed upload it is a
   * new promise.
   */
  readonly done: Promise<Result>;
  /** Stops sending; what is there stays. */
  pause(): void;
  /** Goes on after `pause()`, and tries anew after a failure, with the parts that are there. */
  resume(): void;
  /** Ends it for good. Its parts are dropped, or with `keep` left for adding the file again. */
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}

/**
 * How the upload engine works, for all uploads of a client: `UploaderOptions` of
 * `@satchel/multipart-uploader` without `transport`, which is ours.
 *
 * @example
 * const client = createClient({ baseUrl: '', uploads: { store: createIndexedDbStore() } });
 */
export interface UploadEngineOptions {
  /** What PUTs the parts; default `createXhrSender()` where there is XMLHttpRequest, else `createFetchSender()`. */
  readonly send?: object;
  /** Where uploads are remembered, to go on after a reload: `createIndexedDbStore()`. Default nowhere. */
  readonly store?: object;
  /** In bytes; default 5 MiB (SPEC 9). */
  readonly partSize?: number;
  /** Parts of one file at once; default 3. */
  readonly concurrentParts?: number;
  /** Files at once, the others wait; default 3. */
  readonly concurrentFiles?: number;
  /** Parts of all files at once; default 6. */
  readonly maxConnections?: number;
  /** Of a part and of a call; default 3. */
  readonly retries?: number;
}
