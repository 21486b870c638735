import type { Readable } from 'node:stream';
import type { Fence } from '#leases/hold.ts';
import type { ConditionalCall, Expected } from './conditional-calls.ts';

/** Facts about an object without its bytes. */
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
  /** In bytes where known; an unknown length is stored in parts, up to 78 GiB. */
  readonly size?: number | undefined;
  /** True where also what would fit into one request goes in parts, unless it is shorter than one. */
  readonly isInParts?: boolean | undefined;
  /**
   * Told of the storage's multipart upload before its first part; who is told ends it where the put
   * fails. Without it the put does that itself.
   */
  readonly noteUpload?: ((uploadId: string) => Promise<void>) | undefined;
  /** Checked by the storage where it honours that; then the put throws `file_system.changed`. */
  readonly expected?: Expected | undefined;
  readonly signal: AbortSignal;
  /** Asked before the object can appear. */
  readonly fence?: Fence | undefined;
}

export interface CopyOptions {
  /** Size of the source, in bytes. */
  readonly size: number;
  /** ETag that the source must have. Ceph 16 does not check it, nor `expected`. */
  readonly sourceEtag?: string | undefined;
  /** Condition on the target's name, if the storage checks it. */
  readonly expected?: Expected | undefined;
  /** Signal of the caller. A copy that the storage has begun is awaited all the same. */
  readonly signal: AbortSignal;
  /** Asked before the object can appear. */
  readonly fence?: Fence | undefined;
}

export interface PresignOptions {
  readonly expiresInSeconds: number;
  /** Address under which the caller reaches this server; the embedded store is signed for it. */
  readonly origin: string;
}

export interface PresignPartOptions extends PresignOptions {
  /** Exactly so many bytes; where the storage cannot be told, any number. */
  readonly lengthBytes?: number | undefined;
  /** At most so many bytes; only the embedded store can be told. */
  readonly maxLengthBytes?: number | undefined;
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

/** An object as a listing names it. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** With its quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

export interface ListOptions {
  readonly prefix: string;
  /** With `/`, keys below the next one are folded into `prefixes`. */
  readonly delimiter?: '/';
  /** End of the page before. */
  readonly cursor?: string | undefined;
  /** At most 1000, the default. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  readonly prefixes: readonly string[];
  /** Absent on the last page. */
  readonly cursor: string | undefined;
}

/** A key that a batch could not delete. */
export interface FailedKey {
  readonly key: string;
  /** The storage's own name for it, such as `AccessDenied`. */
  readonly code: string;
}

export interface StoredObject {
  readonly etag: string;
  readonly size: number;
}

/**
 * One bucket. Every S3 failure comes out as an AppError: `storage.unavailable`, `storage.timeout`
 * or, for ranges, `request.range_not_satisfiable`; what is absent comes out as undefined.
 */
export interface ObjectStore {
  head(key: string, signal?: AbortSignal): Promise<ObjectInfo | undefined>;
  get(key: string, options: GetOptions): Promise<ObjectBody | undefined>;
  put(key: string, body: Readable, options: PutOptions): Promise<StoredObject>;
  /** One page: one request. In the order of the keys' UTF-8 bytes. */
  list(options: ListOptions): Promise<ListPage>;
  /** Idempotent; one request a 1000 keys. Throws where any key stays. */
  remove(keys: readonly string[], signal?: AbortSignal, fence?: Fence): Promise<void>;
  /**
   * Removes several objects and returns the keys that stay. Storages without DeleteObjects get one request
   * per key.
   */
  removeEach(
    keys: readonly string[],
    signal?: AbortSignal,
    fence?: Fence,
  ): Promise<readonly FailedKey[]>;
  /**
   * Deletes an object that still has this ETag; false where it has another, or is gone. Between the
   * look and the deletion another program can write only where the storage checks no ETag itself.
   */
  removeUnchanged(key: string, etag: string, signal?: AbortSignal, fence?: Fence): Promise<boolean>;
  /**
   * Copies within the bucket, without the bytes passing through here; in parts above S3's 5 GB.
   *
   * @throws {AppError} `file_system.changed` where source or target are not as expected
   */
  copy(sourceKey: string, targetKey: string, options: CopyOptions): Promise<StoredObject>;
  presignGet(key: string, options: PresignGetOptions): Promise<string>;
  /**
   * For trying a storage out; what clients upload goes through `presignPart`.
   *
   * @param signedLengthBytes signed as the body's only length
   */
  presignPut(key: string, options: PresignOptions, signedLengthBytes?: number): Promise<string>;
  createUpload(key: string, contentType: string, signal: AbortSignal): Promise<string>;
  presignPart(
    key: string,
    uploadId: string,
    partNumber: number,
    options: PresignPartOptions,
  ): Promise<string>;
  /** Ids of the open multipart uploads of a key that began between two times; one request. */
  listUploads(key: string, from: Date, to: Date): Promise<readonly string[]>;
  /** Undefined where the upload does not exist (any more). */
  listParts(key: string, uploadId: string, signal: AbortSignal): Promise<StoredPart[] | undefined>;
  /** Joins parts into the object, which replaces what was there. Not cut off by anybody's leaving. */
  completeUpload(
    key: string,
    uploadId: string,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    conditions?: { readonly expected?: Expected | undefined; readonly fence?: Fence | undefined },
  ): Promise<Pick<StoredObject, 'etag'> | 'unknown_upload' | 'invalid_parts' | 'changed'>;
  /** Idempotent. */
  abortUpload(key: string, uploadId: string, signal?: AbortSignal): Promise<void>;
}

/** Address and credentials of a bucket. */
export interface ObjectStoreLocation {
  readonly configId: string;
  /** Changes with the settings, so that a client is made anew. */
  readonly version: string;
  readonly isEmbedded: boolean;
  /** Whether the storage compares a body with the length that was signed. */
  readonly signsContentLength: boolean;
  /** Calls in which the storage honours If-Match and If-None-Match. */
  readonly conditionalCalls: ReadonlySet<ConditionalCall>;
  readonly endpointUrl: string;
  readonly publicEndpointUrl: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}
