import type { Readable } from 'node:stream';

/** What is known of an object without its bytes. */
export interface ObjectInfo {
  readonly size: number;
  /** With its quotes, as S3 sends it. */
  readonly etag: string;
  readonly contentType: string | undefined;
  readonly lastModified: Date | undefined;
}

export interface ObjectBody extends ObjectInfo {
  readonly body: Readable;
  /** `bytes a-b/c` of a partial answer. */
  readonly contentRange: string | undefined;
  /** Bytes in `body`. */
  readonly contentLength: number;
}

export interface GetOptions {
  /** A `Range` header, handed on as it is. */
  readonly range?: string | undefined;
  /** Fails with `storage.changed` semantics (undefined) where the object has another ETag. */
  readonly ifMatch?: string | undefined;
  readonly signal: AbortSignal;
}

export interface PutOptions {
  readonly contentType: string;
  /** In bytes where known; an unknown length is stored in parts. */
  readonly size?: number | undefined;
  readonly signal: AbortSignal;
}

export interface PresignOptions {
  readonly expiresInSeconds: number;
  /** Address under which the caller reaches this server; the embedded store is signed for it. */
  readonly origin: string;
}

export interface PresignGetOptions extends PresignOptions {
  readonly contentType: string;
  readonly contentDisposition: string;
}

export interface StoredPart {
  readonly partNumber: number;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date | undefined;
}

/**
 * One bucket. Every S3 failure comes out as an AppError: `storage.unavailable`, `storage.timeout`
 * or, for ranges, `request.range_not_satisfiable`; what is absent comes out as undefined.
 */
export interface ObjectStore {
  head(key: string, signal?: AbortSignal): Promise<ObjectInfo | undefined>;
  get(key: string, options: GetOptions): Promise<ObjectBody | undefined>;
  put(key: string, body: Readable, options: PutOptions): Promise<void>;
  /** Idempotent; up to 1000 keys a request. */
  remove(keys: readonly string[], signal?: AbortSignal): Promise<void>;
  presignPut(key: string, options: PresignOptions): Promise<string>;
  presignGet(key: string, options: PresignGetOptions): Promise<string>;
  createUpload(key: string, contentType: string, signal: AbortSignal): Promise<string>;
  presignPart(
    key: string,
    uploadId: string,
    partNumber: number,
    options: PresignOptions,
  ): Promise<string>;
  /** Undefined where the upload does not exist (any more). */
  listParts(key: string, uploadId: string, signal: AbortSignal): Promise<StoredPart[] | undefined>;
  /** False where the upload or one of the parts does not exist. */
  completeUpload(
    key: string,
    uploadId: string,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    signal: AbortSignal,
  ): Promise<'completed' | 'unknown_upload' | 'invalid_parts'>;
  /** Idempotent. */
  abortUpload(key: string, uploadId: string, signal?: AbortSignal): Promise<void>;
}

/** Where a bucket is and how to get in. */
export interface ObjectStoreLocation {
  /** Changes with the settings, so that a client is made anew. */
  readonly version: string;
  readonly isEmbedded: boolean;
  readonly endpointUrl: string;
  readonly publicEndpointUrl: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}
