import type { Hold } from '#leases/hold.ts';
import type { StoredObject } from '#object-store';

/**
 * `file_share` and `entry` are uploads by URL, `carried` is a copy that the caller carries to another
 * storage, `stream` passes through the server, `change` renames, copies or removes.
 */
export type WriteKind = 'file_share' | 'entry' | 'carried' | 'stream' | 'change';

/** `stored`: the object is there, and what it becomes is not yet, or needs no row of its own. */
export type WriteState = 'open' | 'completing' | 'stored' | 'abandoned';

/**
 * Lock mode on a key. `shared`: plain overwrite. `exclusive`: conditional write, rename, delete.
 * `read`: source of a copy; it blocks deletes and renames, not uploads.
 */
export type Claim = 'read' | 'shared' | 'exclusive';

/** A row of the ledger: a write that has begun and is not done (docs/architecture.md). */
export interface ObjectWrite {
  readonly id: string;
  readonly storageConfigId: string;
  /** Mount through which the write began. */
  readonly mountId: string | null;
  /** A key; of a directory its prefix, with the slash. */
  readonly objectKey: string;
  readonly kind: WriteKind;
  readonly state: WriteState;
  /** In bytes, as announced; null where nothing was. */
  readonly declaredBytes: bigint | null;
  /** Part size of a multipart upload, in bytes. */
  readonly partSize: bigint | null;
  readonly mayOverwrite: boolean;
  /** Condition at commit, as in the If-Match header; null for none. */
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** Id of the storage's multipart upload. */
  readonly uploadId: string | null;
  /** Link suffix of the share that it becomes. */
  readonly slug: string | null;
  /** Further facts about that share, as JSON. */
  readonly details: string | null;
  /** ETag of the stored object, or of the one about to be stored, with quotes. */
  readonly etag: string | null;
  /** Size of the stored object, in bytes. */
  readonly size: bigint | null;
  /** The operation that it is part of. */
  readonly operationId: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Last sign of life. */
  readonly updatedAt: Date;
  /** When it is swept. */
  readonly expiresAt: Date;
}

/** A write whose name this process holds: only such a one changes what has the name. */
export interface ClaimedWrite extends ObjectWrite {
  readonly claim: Claim;
  readonly hold: Hold;
}

/** Input of a reservation. */
export interface NewWrite {
  readonly id?: string;
  readonly kind: WriteKind;
  readonly objectKey: string;
  /** Quota that it needs in bytes, before what it overwrites is taken off. */
  readonly sizeBytes: number;
  readonly declaredBytes?: number | undefined;
  readonly partSize?: number | undefined;
  /** Length that its only URL is signed for, where the storage takes no other. */
  readonly signedBytes?: number | undefined;
  readonly operationId?: string | undefined;
  /** Those of the caller's locks that it has named; none by default. */
  readonly lockTokens?: readonly string[] | undefined;
  /** True where the name is known to be there, so that the directory around it stays as it is. */
  readonly isReplacing?: boolean | undefined;
  readonly mayOverwrite?: boolean;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly mountId?: string | undefined;
  readonly slug?: string | undefined;
  readonly details?: string | undefined;
  readonly createdBy: string;
}

/** A write that takes its name at once. */
export interface NewClaim extends NewWrite {
  readonly claim: Claim;
}

/** An object as it is now in its storage. */
export interface KeyedObject extends StoredObject {
  readonly key: string;
}

/** Which write, and where. */
export type WriteReference = Pick<ObjectWrite, 'id' | 'storageConfigId'>;

/** A write that is over: its lease, if this process holds one, ends with it. */
export type ReleasedWrite = Pick<ObjectWrite, 'id'> & Partial<Pick<ClaimedWrite, 'hold'>>;

/** A claim, and what is known of the object that is about to appear. */
export interface ClaimInput {
  readonly sizeBytes: number;
  readonly claim: Claim;
  readonly etag?: string | undefined;
}
