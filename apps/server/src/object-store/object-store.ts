import type { Readable } from 'node:stream';
import type { Fence } from '#leases/hold.ts';
import type { ConditionalCall, Expected } from './conditional-calls.ts';

/** Facts about an object without its bytes. */
export interface ObjectInfo {
  readonly size: number;
  /** With quotes, as S3 sends it. */
  readonly etag: string;
  readonly contentType: string | undefined;
  readonly lastModified: Date | undefined;
}

export interface ObjectBody extends ObjectInfo {
  readonly body: Readable;
  /** `bytes a-b/c` of a partial answer. */
  readonly contentRange: string | undefined;
  /** Number of bytes in `body`. */
  readonly contentLength: number;
}

export interface GetOptions {
  /** `Range` header, passed on unchanged. */
  readonly range?: string | undefined;
  /** Returns undefined if the object has another ETag. */
  readonly ifMatch?: string | undefined;
  readonly signal: AbortSignal;
}

export interface PutOptions {
  readonly contentType: string;
  /** In bytes, if known. A body of unknown length is stored in parts, up to 78 GiB. */
  readonly size?: number | undefined;
  /** True to send the body in parts, even if one request could take it, unless it fits into one part. */
  readonly isInParts?: boolean | undefined;
  /** Called before a multipart upload is created. */
  readonly expectUpload?: (() => Promise<void>) | undefined;
  /**
   * Receives the id of the storage's multipart upload before its first part is sent. The receiver must
   * then abort the upload if the put fails; without a receiver, the put does so.
   */
  readonly noteUpload?: ((uploadId: string) => Promise<void>) | undefined;
  /**
   * Condition that the storage checks if it can; otherwise ignored. A mismatch throws
   * `file_system.changed`.
   */
  readonly expected?: Expected | undefined;
  readonly signal: AbortSignal;
  /** Checked before the object can appear. */
  readonly fence?: Fence | undefined;
}

export interface CopyOptions {
  /** Size of the source, in bytes. */
  readonly size: number;
  /** ETag that the source must have. Ceph 16 checks neither this nor `expected`. */
  readonly sourceEtag?: string | undefined;
  /** Condition on the target's name, if the storage checks it. */
  readonly expected?: Expected | undefined;
  /** Signal of the caller. A copy that the storage has begun is awaited all the same. */
  readonly signal: AbortSignal;
  /** Checked before the object can appear. */
  readonly fence?: Fence | undefined;
}

export interface PresignOptions {
  readonly expiresInSeconds: number;
  /** Address under which the caller reaches this server; URLs of the embedded store are signed for it. */
  readonly origin: string;
}

export interface PresignPartOptions extends PresignOptions {
  /** Exact length of the body; any length if the storage cannot enforce it. */
  readonly lengthBytes?: number | undefined;
  /** Maximum length of the body; only the embedded store enforces it. */
  readonly maxLengthBytes?: number | undefined;
}

export interface PresignGetOptions extends PresignOptions {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Options of adding parts to an open multipart upload. */
export interface AppendOptions {
  /** Number of the first new part; the first part of an upload has number 1. */
  readonly firstPart: number;
  /** Size of every part but the last of the upload. */
  readonly partBytes: number;
  readonly signal: AbortSignal;
  /** Receives the number of new parts that are stored without a gap. */
  readonly onStored?: ((parts: number) => void) | undefined;
  /**
   * Receives the bytes after the last whole part, once all parts are stored. Returns true to send them
   * as the last part of the upload.
   *
   * @param parts number of new parts before the rest
   * @param isWhole false if the body broke off before its end
   */
  readonly takeRest: (rest: Buffer, parts: number, isWhole: boolean) => Promise<boolean>;
}

export interface StoredPart {
  readonly partNumber: number;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date | undefined;
}

/** Object as listed. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** With quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

export interface ListOptions {
  readonly prefix: string;
  /** With `/`, keys below the next slash are folded into `prefixes`. */
  readonly delimiter?: '/';
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** At most 1000, the default. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  readonly prefixes: readonly string[];
  /** Undefined on the last page. */
  readonly cursor: string | undefined;
}

/** Key that a batch could not delete. */
export interface FailedKey {
  readonly key: string;
  /** Error code of the storage, such as `AccessDenied`. */
  readonly code: string;
}

export interface StoredObject {
  readonly etag: string;
  readonly size: number;
}

/**
 * One bucket. Every S3 failure is thrown as an AppError: `storage.unavailable`, `storage.timeout` or,
 * for ranges, `request.range_not_satisfiable`. A missing object is returned as undefined.
 */
export interface ObjectStore {
  head(key: string, signal?: AbortSignal): Promise<ObjectInfo | undefined>;
  get(key: string, options: GetOptions): Promise<ObjectBody | undefined>;
  put(key: string, body: Readable, options: PutOptions): Promise<StoredObject>;
  /** Lists one page with one request, sorted by the keys' UTF-8 bytes. */
  list(options: ListOptions): Promise<ListPage>;
  /** Idempotent; one request per 1000 keys. Throws if any key could not be deleted. */
  remove(keys: readonly string[], signal?: AbortSignal, fence?: Fence): Promise<void>;
  /**
   * Removes several objects and returns the keys that could not be deleted. Storages without
   * DeleteObjects get one request per key.
   */
  removeEach(
    keys: readonly string[],
    signal?: AbortSignal,
    fence?: Fence,
  ): Promise<readonly FailedKey[]>;
  /**
   * Deletes an object that still has this ETag; returns false if it has another one or does not exist.
   * If the storage does not check ETags, another program may still write between the check and the
   * deletion.
   */
  removeUnchanged(key: string, etag: string, signal?: AbortSignal, fence?: Fence): Promise<boolean>;
  /**
   * Copies within the bucket, without the bytes passing through the server; in parts above S3's 5 GB.
   *
   * @throws {AppError} `file_system.changed` if source or target are not as expected
   */
  copy(sourceKey: string, targetKey: string, options: CopyOptions): Promise<StoredObject>;
  presignGet(key: string, options: PresignGetOptions): Promise<string>;
  /**
   * Only for testing a storage; clients upload through `presignPart`.
   *
   * @param signedLengthBytes signed as the only allowed length of the body
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
  /** Returns undefined if the upload does not exist (any more). */
  listParts(key: string, uploadId: string, signal: AbortSignal): Promise<StoredPart[] | undefined>;
  /**
   * Cuts a stream into parts and adds them to an open upload. If the stream breaks off, the bytes before
   * that are stored all the same, and then its error is thrown.
   */
  appendParts(key: string, uploadId: string, body: Readable, options: AppendOptions): Promise<void>;
  /**
   * Joins the parts into the object, which replaces an existing one. Runs to its end even if the caller
   * disconnects.
   */
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
  /** Changes with the settings, so that a new client is created. */
  readonly version: string;
  readonly isEmbedded: boolean;
  /** True if the storage checks a body's length against the signed one. */
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
