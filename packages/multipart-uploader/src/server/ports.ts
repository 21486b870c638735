import type { FileDescription, ListedPart } from '../engine/ports.ts';

/**
 * A multipart upload of the store.
 *
 * @example
 * const upload: MultipartUpload = { key: 'uploads/42', uploadId: 'VXBsb2Fk…' };
 */
export interface MultipartUpload {
  readonly key: string;
  /**
   * Upload id of the store. It is not secret: signed URLs contain it, and it is useless without credentials.
   */
  readonly uploadId: string;
}

/**
 * The object that will be created from a file.
 *
 * @example
 * const object: PlannedObject = { key: 'uploads/42', type: 'image/png', sizeBytes: 12 };
 */
export interface PlannedObject {
  readonly key: string;
  /** MIME type that the browser reported, `''` if unknown. */
  readonly type: string;
  readonly sizeBytes: number;
}

/**
 * A URL for a PUT, and the headers that its signature covers.
 *
 * @example
 * const request: SignedRequest = { url, headers: { 'content-type': 'image/png' } };
 */
export interface SignedRequest {
  readonly url: string;
  /**
   * Headers that the page sends unchanged; default none. Excludes `content-length`, because browsers set it.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Required calls of an S3 client. They fail by throwing. For an unknown upload they throw an error with the
 * name or `code` `NoSuchUpload`, or with status 404.
 *
 * @example
 * const storage: UploadStorage = createAwsStorage(new S3Client({}), 'uploads');
 */
export interface UploadStorage {
  /** CreateMultipartUpload, with the type as Content-Type. Resolves to the store's upload id. */
  createUpload(object: PlannedObject): Promise<string>;
  /**
   * Presigns UploadPart. If you also sign `content-length`, the store refuses a part of another size.
   * Otherwise a wrong size is detected only when the upload is completed.
   */
  signPart(
    part: MultipartUpload & {
      readonly partNumber: number;
      readonly sizeBytes: number;
      readonly expiresInSeconds: number;
    },
  ): Promise<SignedRequest>;
  /**
   * Presigns PutObject, with content-type and content-length. If it exists, files of up to one part are sent
   * by one PUT. Until the URL expires its holder can replace the object by other bytes of the same size, so
   * omit this if content must not change after completion.
   */
  signObject?(
    object: PlannedObject & { readonly expiresInSeconds: number },
  ): Promise<SignedRequest>;
  /** ListParts, with all pages. */
  listParts(upload: MultipartUpload): Promise<readonly ListedPart[]>;
  /** CompleteMultipartUpload. S3 may answer 200 with an error in the body, and then this must throw. */
  completeUpload(
    upload: MultipartUpload & {
      readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
    },
  ): Promise<void>;
  /** AbortMultipartUpload. */
  abortUpload(upload: MultipartUpload): Promise<void>;
  /** HeadObject; null if there is no object. */
  headObject(key: string): Promise<HeadedObject | null>;
  /** DeleteObject. Only used with `signObject`, for a file that is aborted after its PUT. */
  deleteObject?(key: string): Promise<void>;
}

/**
 * An object of the store.
 *
 * @example
 * const object: HeadedObject = { size: 12, etag: '"9b2c…"', lastModifiedMs: 1_700_000_000_000 };
 */
export interface HeadedObject {
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
  /** In epoch milliseconds. */
  readonly lastModifiedMs: number;
}

/**
 * The six calls of the protocol, each the last segment of the address.
 *
 * @example
 * const action: UploadAction = 'begin';
 */
export type UploadAction = 'begin' | 'sign' | 'list' | 'complete' | 'abort' | 'status';

/**
 * A call of a page, for `authorize` to check.
 *
 * @example
 * const authorize = async ({ request }: UploadCall) => {
 *   const session = await readSession(request);
 *   return session && { owner: session.userId };
 * };
 */
export interface UploadCall {
  readonly action: UploadAction;
  /** Request with the caller's cookies and headers. Its body has already been read. */
  readonly request: Request;
  /** File as the page describes it, for `begin`; otherwise null. */
  readonly file: FileDescription | null;
  /** Value that the page gave to `add`, for `begin`. Check it, because it may be anything. */
  readonly metadata: unknown;
}

/**
 * Owner of an upload.
 *
 * @example
 * const caller: UploadOwner = { owner: 'user-42' };
 */
export interface UploadOwner {
  /** Id of the owner. Use the id of a user, not of a session, because it must stay valid. Not empty. */
  readonly owner: string;
}

/**
 * An upload whose object is complete and checked.
 *
 * @example
 * const onComplete = ({ owner, key, file }: FinishedUpload) => database.insert({ owner, key, name: file.name });
 */
export interface FinishedUpload {
  readonly owner: string;
  readonly key: string;
  /** File as the page described it at the start; `size` in bytes has been verified. */
  readonly file: FileDescription;
  readonly etag: string;
}

/**
 * Options of an upload server. `storage`, `secret` and `authorize` are required.
 *
 * @example
 * const options: UploadServerOptions = { storage, secret, authorize, allowedTypes: ['image/*'] };
 */
export interface UploadServerOptions<Data = unknown> {
  readonly storage: UploadStorage;
  /**
   * Secret that signs the identity of uploads (HMAC-SHA-256). At least 32 random characters, the same on all
   * servers. After a change, unfinished uploads start again.
   */
  readonly secret: string;
  /**
   * Called before each of the six calls, without exception. Returns the owner, or null to refuse with 403. A
   * call for an upload of another owner is answered as if there were no such upload.
   */
  readonly authorize: (call: UploadCall) => Promise<UploadOwner | null> | UploadOwner | null;
  /**
   * Returns the key of a new object. Default: a random UUID. The server refuses keys with the segments `.` or
   * `..`, empty segments, backslashes or control characters, so a key may contain a file name.
   */
  readonly chooseKey?: (
    upload: UploadOwner & { readonly file: FileDescription; readonly metadata: unknown },
  ) => Promise<string> | string;
  /**
   * Called when an object is complete. Its result is the page's `data`. It must be idempotent, because after
   * a lost answer it is called again for the same key.
   */
  readonly onComplete?: (upload: FinishedUpload) => Promise<Data> | Data;
  /**
   * Accepted MIME types, such as `image/png`, or `image/` and a star for all images; default all. The page
   * reports the type, and the server does not check the bytes.
   */
  readonly allowedTypes?: readonly string[];
  /** Largest file in bytes; default 5 GiB. */
  readonly maxFileSizeBytes?: number;
  /**
   * Smallest size of the parts in bytes, at least 5 MiB on S3; grows so that 10,000 suffice, and up to 64 MiB
   * where the page asks for it because its line is fast; default 5 MiB.
   */
  readonly partSizeBytes?: number;
  /** Maximum duration of an upload, including pauses, in milliseconds; default 7 days. */
  readonly uploadLifetimeMs?: number;
  /** Lifetime of a signed URL, in milliseconds; default 1 hour. */
  readonly urlLifetimeMs?: number;
  /**
   * Called on failures of the storage or of your functions, which the page gets as 500; default
   * `console.error`.
   */
  readonly onError?: (error: unknown, request: Request) => void;
  /** Epoch milliseconds; default `Date.now`. */
  readonly now?: () => number;
}
