import type { FileDescription, ListedPart } from '../engine/ports.ts';

/**
 * One multipart upload of the store.
 *
 * @example
 * const upload: MultipartUpload = { key: 'uploads/42', uploadId: 'VXBsb2Fk…' };
 */
export interface MultipartUpload {
  readonly key: string;
  /** The store's own id. It is no secret: signed URLs tell it, and without credentials it is of no use. */
  readonly uploadId: string;
}

/**
 * The object that a file is to become.
 *
 * @example
 * const object: PlannedObject = { key: 'uploads/42', type: 'image/png', sizeBytes: 12 };
 */
export interface PlannedObject {
  readonly key: string;
  /** The MIME type that the browser told, `''` where it knows none. */
  readonly type: string;
  readonly sizeBytes: number;
}

/**
 * A URL to PUT to, and the headers that its signature covers.
 *
 * @example
 * const request: SignedRequest = { url, headers: { 'content-type': 'image/png' } };
 */
export interface SignedRequest {
  readonly url: string;
  /** Sent by the page as they are; default none. `content-length` is not among them: browsers set it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls that are needed of an S3 client. They fail by throwing. An unknown upload is reported by an error
 * named `NoSuchUpload` (or with that `code`, or of status 404).
 *
 * @example
 * const storage: UploadStorage = createAwsStorage(new S3Client({}), 'uploads');
 */
export interface UploadStorage {
  /** CreateMultipartUpload, with the type as Content-Type; resolves with the store's upload id. */
  createUpload(object: PlannedObject): Promise<string>;
  /**
   * Presigns UploadPart. Sign `content-length` with it, and the store refuses a part of another size;
   * without that, a wrong size is only found when the upload is completed.
   */
  signPart(
    part: MultipartUpload & {
      readonly partNumber: number;
      readonly sizeBytes: number;
      readonly expiresInSeconds: number;
    },
  ): Promise<SignedRequest>;
  /**
   * Presigns PutObject, with content-type and content-length. Where it is there, files of up to one
   * part go by one PUT. Until the URL expires its holder can replace the object with other bytes of
   * the same size, so leave this out where content must not change once it is complete.
   */
  signObject?(
    object: PlannedObject & { readonly expiresInSeconds: number },
  ): Promise<SignedRequest>;
  /** ListParts, all pages of it. */
  listParts(upload: MultipartUpload): Promise<readonly ListedPart[]>;
  /** CompleteMultipartUpload. S3 may answer 200 with an error in the body: that must throw. */
  completeUpload(
    upload: MultipartUpload & {
      readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
    },
  ): Promise<void>;
  /** AbortMultipartUpload. */
  abortUpload(upload: MultipartUpload): Promise<void>;
  /** HeadObject; null where there is no object. */
  headObject(key: string): Promise<HeadedObject | null>;
  /** DeleteObject; of use with `signObject` only, for a file that is aborted after its PUT. */
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
 * The six calls of the protocol: the last segment of the address.
 *
 * @example
 * const action: UploadAction = 'begin';
 */
export type UploadAction = 'begin' | 'sign' | 'list' | 'complete' | 'abort' | 'status';

/**
 * A call that somebody makes, for `authorize` to judge.
 *
 * @example
 * const authorize = async ({ request }: UploadCall) => {
 *   const session = await readSession(request);
 *   return session && { owner: session.userId };
 * };
 */
export interface UploadCall {
  readonly action: UploadAction;
  /** With the caller's cookies and headers. Its body has been read already. */
  readonly request: Request;
  /** The file as the page describes it, with `begin`; else null. */
  readonly file: FileDescription | null;
  /** Value that the page gave to `add`, on `begin`. It may be anything, so check it. */
  readonly metadata: unknown;
}

/**
 * Whom an upload belongs to.
 *
 * @example
 * const caller: UploadOwner = { owner: 'user-42' };
 */
export interface UploadOwner {
  /** Owner of uploads for their whole life: an id of a user, not of a session. Not empty. */
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
 * How a server takes uploads. `storage`, `secret` and `authorize` are needed.
 *
 * @example
 * const options: UploadServerOptions = { storage, secret, authorize, allowedTypes: ['image/*'] };
 */
export interface UploadServerOptions<Data = unknown> {
  readonly storage: UploadStorage;
  /**
   * Signs the identity of uploads (HMAC-SHA-256). At least 32 characters, random, the same on all
   * servers. After a change uploads that have begun begin anew.
   */
  readonly secret: string;
  /**
   * Asked before each of the six calls, without exception: whom they belong to, or null to refuse
   * with 403. A call for an upload of somebody else is answered as if there were no such upload.
   */
  readonly authorize: (call: UploadCall) => Promise<UploadOwner | null> | UploadOwner | null;
  /**
   * The key of a new object. Default a random UUID. A key with the segments `.` or `..`, an empty
   * segment, a backslash or a control character is refused, so a name of a file may be a part of it.
   */
  readonly chooseKey?: (
    upload: UploadOwner & { readonly file: FileDescription; readonly metadata: unknown },
  ) => Promise<string> | string;
  /**
   * Run when an object is complete; its result is the page's `data`. After a lost answer it runs
   * again for the same key, so it must not mind.
   */
  readonly onComplete?: (upload: FinishedUpload) => Promise<Data> | Data;
  /**
   * MIME types that are taken, such as `image/png`, or `image/` and a star for all images; default
   * all. It is what the page says; nobody looks at the bytes.
   */
  readonly allowedTypes?: readonly string[];
  /** Largest file in bytes; default 5 GiB. */
  readonly maxFileSizeBytes?: number;
  /** Size of the parts in bytes, at least 5 MiB on S3; grows so that 10,000 suffice; default 5 MiB. */
  readonly partSizeBytes?: number;
  /** How long an upload may take, pauses included, in milliseconds; default 7 days. */
  readonly uploadLifetimeMs?: number;
  /** How long a signed URL holds, in milliseconds; default 1 hour. */
  readonly urlLifetimeMs?: number;
  /**
   * Told of failures of the storage or of your functions, which the page sees as 500; default
   * `console.error`.
   */
  readonly onError?: (error: unknown, request: Request) => void;
  /** Epoch milliseconds; default `Date.now`. */
  readonly now?: () => number;
}
