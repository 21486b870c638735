/**
 * Description of a file when its upload is created.
 *
 * @example
 * const file: FileDescription = { name: 'a.zip', size: 12, type: 'application/zip', lastModified: 0 };
 */
export interface FileDescription {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** MIME type, `''` if unknown. */
  readonly type: string;
  /** In epoch milliseconds, 0 if unknown. */
  readonly lastModified: number;
}

/**
 * Identifies an upload in every call of the transport.
 *
 * @example
 * const reference: UploadReference = { uploadId: 'u1', key: 'docs/a.zip', file, metadata: { path: '/docs' } };
 */
export interface UploadReference<Metadata = unknown> {
  readonly uploadId: string;
  readonly key: string;
  readonly file: FileDescription;
  /** Value that the caller gave to `add`, unchanged. */
  readonly metadata: Metadata;
  /** Whether `create` chose one PUT of the whole file instead of parts. */
  readonly isSingle?: boolean | undefined;
}

/**
 * An upload whose bytes the transport can read.
 *
 * @example
 * const sha256 = await crypto.subtle.digest('SHA-256', await request.slice(1).arrayBuffer());
 */
export interface ReadableUpload<Metadata = unknown> extends UploadReference<Metadata> {
  /** Bytes of a part, by its number. A single upload has only part 1. */
  slice(partNumber: number): Blob;
}

/**
 * A URL to PUT one part to.
 *
 * @example
 * const signed: SignedPart = { partNumber: 1, url: 'https://s3.example/…' };
 */
export interface SignedPart {
  readonly partNumber: number;
  readonly url: string;
  /** Headers that the signature covers. They are sent with the part. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the PUT also completes the upload, whose only part it is: see `reply` of `complete`. Default false. */
  readonly commits?: boolean;
}

/**
 * Signed URLs and their lifetime. URLs without an expiry are renewed when the store answers 403.
 *
 * @example
 * const signed: SignedParts = { urls: [{ partNumber: 1, url }], expiresInMs: 3_600_000 };
 */
export interface SignedParts {
  readonly urls: readonly SignedPart[];
  /** Lifetime from now, in milliseconds. */
  readonly expiresInMs?: number;
  /**
   * End of the lifetime by the server's clock, in epoch milliseconds. Only useful if that clock is known: by
   * `serverTimeMs`, or by a Date header that CORS exposes.
   */
  readonly expiresAtMs?: number;
  /** Time of the server's clock when it signed, in epoch milliseconds, to measure its skew. */
  readonly serverTimeMs?: number;
}

/**
 * Answer of `create`. It may include URLs, which saves the first call of `signParts`.
 *
 * @example
 * const created: CreatedUpload = { uploadId: 'u1', key: 'docs/a.zip' };
 */
export interface CreatedUpload {
  /** Id from S3, or any other id by which the server knows the upload. */
  readonly uploadId: string;
  readonly key: string;
  /** In bytes, if the server requires another part size than the requested one. */
  readonly partSize?: number;
  /**
   * Whether the file is sent by one PUT of the whole object, not by a multipart upload. It saves requests if
   * `partCount` is 1, also for an empty file. (For a larger file, return its size as `partSize`.) The only
   * part has number 1, and its URL is signed for PutObject. All calls get `isSingle`: `listParts` returns
   * `[]`, `complete` checks or publishes the object, or resolves without a request if nothing is left to do,
   * `abort` removes the object. Default false.
   */
  readonly isSingle?: boolean;
  readonly signed?: SignedParts;
}

/**
 * A part that the store has, as `listParts` returns it.
 *
 * @example
 * const part: ListedPart = { partNumber: 1, size: 5242880, etag: '"9b2c…"' };
 */
export interface ListedPart {
  readonly partNumber: number;
  readonly size: number;
  readonly etag: string;
}

/**
 * A part in the request of `complete`.
 *
 * @example
 * const part: CompletedPart = { partNumber: 1, etag: '"9b2c…"' };
 */
export interface CompletedPart {
  readonly partNumber: number;
  /** Exactly as the store sent it, including the quotes. */
  readonly etag: string;
  /** In Base64, if the transport is wrapped by `withChecksums`. */
  readonly checksum?: string;
}

/**
 * The finished object.
 *
 * @example
 * const object: StoredObject = { size: 12, etag: '"9b2c…-3"', data: reply };
 */
export interface StoredObject<Data = unknown> {
  /** In bytes. If present, it is compared to the file's size. */
  readonly size?: number;
  readonly etag?: string;
  /** In epoch milliseconds by the server's clock. */
  readonly lastModifiedMs?: number;
  /** Any data from the server, which the result contains. */
  readonly data?: Data;
}

/**
 * A finished object with its `data`, which may be missing only if its type allows `undefined`.
 *
 * @example
 * const object: CompletedObject<{ id: number }> = { etag: '"9b2c…-3"', data: { id: 7 } };
 */
export type CompletedObject<Data = unknown> = StoredObject<Data> &
  (undefined extends Data ? unknown : { readonly data: Data });

/**
 * Calls to the server that holds the credentials, which can be any server that uses S3 on the caller's
 * behalf. A call fails by throwing any value. Its `status` (or the `response.status` of ky, or the
 * `$metadata` of the AWS SDK) decides about retries: 408, 429 and 5xx but 507 are retried, and so are 0 and
 * a missing status, which mean that no answer arrived. `retryAfterMs` delays retries. The code `NoSuchUpload` means
 * that the upload no longer exists. `Metadata` is the type of `add`'s metadata, `Data` that of the result of
 * `complete`.
 *
 * @example
 * const transport: UploadTransport = {
 *   create: (request, signal) => post('/create', request, signal),
 *   signParts: (request, signal) => post('/sign', request, signal),
 *   listParts: (reference, signal) => post('/parts', reference, signal),
 *   complete: (request, signal) => post('/complete', request, signal),
 *   abort: (reference, signal) => post('/abort', reference, signal),
 * };
 */
export interface UploadTransport<Metadata = unknown, Data = unknown> {
  /**
   * Number of files whose `create` or `complete` one request can make, if the transport gathers them. As many
   * files with one part are under way at once. Default 12.
   */
  readonly filesPerCall?: number;
  /**
   * CreateMultipartUpload. Only its timeout aborts the signal. A pause does not, because the id of a created
   * upload would be lost, and then nothing could remove the upload.
   */
  create(
    request: {
      readonly file: FileDescription;
      readonly metadata: Metadata;
      /** In bytes. */
      readonly partSize: number;
      readonly partCount: number;
    },
    signal: AbortSignal,
  ): Promise<CreatedUpload>;
  /** Presigns UploadPart for all of the part numbers, in any order. */
  signParts(
    request: ReadableUpload<Metadata> & {
      readonly partNumbers: readonly number[];
      /** In Base64 by part number, if the transport is wrapped by `withChecksums`. */
      readonly checksums?: Readonly<Record<number, string>>;
    },
    signal: AbortSignal,
  ): Promise<SignedParts>;
  /** ListParts, with all pages. */
  listParts(
    reference: UploadReference<Metadata>,
    signal: AbortSignal,
  ): Promise<readonly ListedPart[]>;
  /**
   * CompleteMultipartUpload. S3 may answer 200 with an error in the body, and then this must throw. Called
   * again if the answer to a successful call was lost.
   */
  complete(
    request: ReadableUpload<Metadata> & {
      readonly parts: readonly CompletedPart[];
      /** Body, perhaps empty, of the answer to a PUT that `commits`. The part is stored if that has an ETag. */
      readonly reply?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<CompletedObject<Data>>;
  /** AbortMultipartUpload. */
  abort(reference: UploadReference<Metadata>, signal: AbortSignal): Promise<void>;
  /**
   * HeadObject. Returns null, or fails with status 404, if there is no object. Called when the answer to
   * `complete` was lost; without this function such an upload fails.
   */
  headObject?(
    reference: UploadReference<Metadata>,
    signal: AbortSignal,
  ): Promise<CompletedObject<Data> | null>;
}

/**
 * Request that sends one part.
 *
 * @example
 * const request: SendRequest = { url, headers: {}, body: file.slice(0, 5), signal, onProgress: () => {} };
 */
export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body without a type, so that no Content-Type is sent, because the signature does not cover one. */
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** Call it with the number of bytes sent so far, whenever that is known. */
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * Answer of the store to a part, with any status. `Headers` is compatible with `headers`.
 *
 * @example
 * const response: SendResponse = { status: 200, headers: new Headers({ etag: '"9b2c…"' }) };
 */
export interface SendResponse {
  /** 0 if there was no answer. Such a part is retried. */
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Reads the body; only called for a part whose URL `commits`. */
  text?(): Promise<string>;
}

/**
 * Sends a body to a URL by PUT. `./xhr` and `./fetch` each provide one.
 *
 * @example
 * const send: PartSender = createXhrSender();
 */
export interface PartSender {
  /** Whether `onProgress` is called while a body is sent. Only then stalls are detected. */
  readonly reportsProgress: boolean;
  /**
   * Whether the next part for this URL gets a connection of its own, although the page shares one with the
   * URL's origin; default false.
   */
  isApart?(url: string): boolean;
  /** Resolves with an HTTP answer of any status. Rejects if there is none, and on abort. */
  put(request: SendRequest): Promise<SendResponse>;
}

/**
 * Time and timers, so that tests can provide their own.
 *
 * @example
 * const clock: Clock = { now: () => Date.now(), after: systemClock.after };
 */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back after a delay in milliseconds, unless the returned function is called first. */
  after(delayMs: number, callback: () => void): () => void;
}

/**
 * Whether there is a network. The engine asks only after a failure, because a store on localhost works
 * without one.
 *
 * @example
 * const connectivity: Connectivity = { isOnline: () => true, onOnline: () => () => {} };
 */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls back each time the network returns. The returned function unsubscribes. */
  onOnline(callback: () => void): () => void;
}
