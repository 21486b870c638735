import type { Prisma } from '#database';
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
export type ObjectWrite = Readonly<
  Omit<
    Prisma.ObjectWriteModel,
    'kind' | 'state' | 'claim' | 'claimedUntil' | 'holder' | 'reservedBytes'
  >
> & { readonly kind: WriteKind; readonly state: WriteState };

/** A write whose name this process holds: only such a one changes what has the name. */
export type ClaimedWrite = ObjectWrite & { readonly claim: Claim; readonly hold: Hold };

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
