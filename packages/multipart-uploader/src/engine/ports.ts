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
  /** The MIME type, `''` where unknown. */
  readonly type: string;
  /** In epoch milliseconds, 0 where unknown. */
  readonly lastModified: number;
}

/**
 * One upload, as every call of the transport names it.
 *
 * @example
 * const reference: UploadReference = { uploadId: 'u1', key: 'docs/a.zip', file, metadata: { path: '/docs' } };
 */
export interface UploadReference<Metadata = unknown> {
  readonly uploadId: string;
  readonly key: string;
  readonly file: FileDescription;
  /** Value that was given to `add`, unchanged. */
  readonly metadata: Metadata;
  /** Whether `create` chose one PUT of the whole file over parts. */
  readonly isSingle?: boolean | undefined;
}

/**
 * An upload whose bytes can be read.
 *
 * @example
 * const sha256 = await crypto.subtle.digest('SHA-256', await request.slice(1).arrayBuffer());
 */
export interface ReadableUpload<Metadata = unknown> extends UploadReference<Metadata> {
  /** The bytes of a part, by its number. A single upload is all in part 1. */
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
  /** Headers that the signature covers, to be sent with the part. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Signed URLs, and how long they hold. Without any expiry they are renewed when
 * the store answers 403.
 *
 * @example
 * const signed: SignedParts = { urls: [{ partNumber: 1, url }], expiresInMs: 3_600_000 };
 */
export interface SignedParts {
  readonly urls: readonly SignedPart[];
  /** Lifetime from now on, in milliseconds. */
  readonly expiresInMs?: number;
  /**
   * The end of the lifetime by the server's clock, in epoch milliseconds. Of use
   * where that clock is known: by `serverTimeMs`, or by a Date header that CORS exposes.
   */
  readonly expiresAtMs?: number;
  /** The server's clock when it signed, in epoch milliseconds, to measure its skew. */
  readonly serverTimeMs?: number;
}

/**
 * Answer of `create`. It may include URLs, which saves the first signing.
 *
 * @example
 * const created: CreatedUpload = { uploadId: 'u1', key: 'docs/a.zip' };
 */
export interface CreatedUpload {
  /** S3's, or whatever else the server knows the upload by. */
  readonly uploadId: string;
  readonly key: string;
  /** In bytes, where the server insists on another part size than it was asked for. */
  readonly partSize?: number;
  /**
   * The file goes by one PUT of the whole object, not by a multipart upload: worth it where
   * `partCount` is 1, also for an empty file. (To send a larger file so, answer its size as
   * `partSize`.) The one part has number 1, its URL is signed for PutObject, and every call says
   * `isSingle`: `listParts` answers `[]`, `complete` checks or publishes the object, or resolves
   * without a request where nothing is left to do, `abort` removes what is not wanted. Default false.
   */
  readonly isSingle?: boolean;
  readonly signed?: SignedParts;
}

/**
 * A part that the store has, as `listParts` tells.
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
 * A part as `complete` names it.
 *
 * @example
 * const part: CompletedPart = { partNumber: 1, etag: '"9b2c…"' };
 */
export interface CompletedPart {
  readonly partNumber: number;
  /** Exactly as the store sent it, quotes included. */
  readonly etag: string;
  /** Base64, where the transport is wrapped by `withChecksums`. */
  readonly checksum?: string;
}

/**
 * The finished object.
 *
 * @example
 * const object: StoredObject = { size: 12, etag: '"9b2c…-3"', data: reply };
 */
export interface StoredObject<Data = unknown> {
  /** In bytes; checked against the file's where present. */
  readonly size?: number;
  readonly etag?: string;
  /** In epoch milliseconds by the server's clock. */
  readonly lastModifiedMs?: number;
  /** Whatever else the server says; handed on in the result. */
  readonly data?: Data;
}

/**
 * A finished object with its `data`, which may be missing only where its type allows `undefined`.
 *
 * @example
 * const object: CompletedObject<{ id: number }> = { etag: '"9b2c…-3"', data: { id: 7 } };
 */
export type CompletedObject<Data = unknown> = StoredObject<Data> &
  (undefined extends Data ? unknown : { readonly data: Data });

/**
 * The calls to the server that holds the credentials; any server that can speak
 * S3 on the caller's behalf will do. A call fails by throwing anything: a `status`
 * on it (or the `response.status` of ky, or the `$metadata` of the AWS SDK) decides
 * about retries (408, 429 and 5xx are retried, as are 0 and none at all, which mean that no answer
 * came), `retryAfterMs` delays them, the code `NoSuchUpload` is understood. `Metadata` is what files
 * are added with, `Data` what `complete` gives.
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
   * CreateMultipartUpload. Only its time limit aborts the signal: if a pause did, the id of an upload
   * that was created would be lost, and with it the way to remove it.
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
  /** Presigns UploadPart for each of the numbers, in any order. */
  signParts(
    request: ReadableUpload<Metadata> & {
      readonly partNumbers: readonly number[];
      /** Base64 by part number, where the transport is wrapped by `withChecksums`. */
      readonly checksums?: Readonly<Record<number, string>>;
    },
    signal: AbortSignal,
  ): Promise<SignedParts>;
  /** ListParts, all pages of it. */
  listParts(
    reference: UploadReference<Metadata>,
    signal: AbortSignal,
  ): Promise<readonly ListedPart[]>;
  /**
   * CompleteMultipartUpload. S3 may answer 200 and report an error in the body:
   * that must throw. Called again where the answer to a successful call was lost.
   */
  complete(
    request: ReadableUpload<Metadata> & { readonly parts: readonly CompletedPart[] },
    signal: AbortSignal,
  ): Promise<CompletedObject<Data>>;
  /** AbortMultipartUpload. */
  abort(reference: UploadReference<Metadata>, signal: AbortSignal): Promise<void>;
  /**
   * HeadObject; null, or an error of status 404, where there is no object. Asked after the
   * answer to `complete` was lost; without it such an upload fails.
   */
  headObject?(
    reference: UploadReference<Metadata>,
    signal: AbortSignal,
  ): Promise<CompletedObject<Data> | null>;
}

/**
 * One part on its way.
 *
 * @example
 * const request: SendRequest = { url, headers: {}, body: file.slice(0, 5), signal, onProgress: () => {} };
 */
export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Has no type, so that no Content-Type is sent: the signature does not cover one. */
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** To be called with the number of bytes sent so far, as often as that is known. */
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * The store's answer to a part, of any status. `Headers` fits `headers`.
 *
 * @example
 * const response: SendResponse = { status: 200, headers: new Headers({ etag: '"9b2c…"' }) };
 */
export interface SendResponse {
  /** 0 where no answer came, which is tried again. */
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/**
 * PUTs a body to a URL. `./xhr` and `./fetch` supply one each.
 *
 * @example
 * const send: PartSender = createXhrSender();
 */
export interface PartSender {
  /** Whether `onProgress` is called while a body is sent: only then can a stall be noticed. */
  readonly reportsProgress: boolean;
  /** Resolves with an HTTP answer of any status; rejects where there is none, and on abort. */
  put(request: SendRequest): Promise<SendResponse>;
}

/**
 * Time and timers, so that tests can supply their own.
 *
 * @example
 * const clock: Clock = { now: () => Date.now(), after: systemClock.after };
 */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back after so many milliseconds, unless the returned function is called first. */
  after(delayMs: number, callback: () => void): () => void;
}

/**
 * Whether there is a network. Only asked after a failure: a store on localhost
 * works without one.
 *
 * @example
 * const connectivity: Connectivity = { isOnline: () => true, onOnline: () => () => {} };
 */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls back each time the network returns, until the returned function is called. */
  onOnline(callback: () => void): () => void;
}
