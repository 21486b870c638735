import type { Prisma } from '#database';
import type { Hold } from '#leases/hold.ts';
import type { StoredObject } from '#object-store';

/**
 * `file_share` and `entry` are uploads by URL, `carried` is a client-side copy to another storage,
 * `stream` passes through the server, `change` renames, copies or removes.
 */
export type WriteKind = 'file_share' | 'entry' | 'carried' | 'stream' | 'change';

/** `stored`: the object exists, but its share does not yet, or the file needs no row of its own. */
export type WriteState = 'open' | 'completing' | 'stored' | 'abandoned';

/**
 * Lock mode on a key. `shared`: plain overwrite. `exclusive`: conditional write, rename, delete.
 * `read`: source of a copy; it blocks deletes and renames, not uploads.
 */
export type Claim = 'read' | 'shared' | 'exclusive';

/** Row of the ledger: a write that was reserved and is not over (docs/architecture.md). */
export type ObjectWrite = Readonly<
  Omit<
    Prisma.ObjectWriteModel,
    'kind' | 'state' | 'claim' | 'claimedUntil' | 'holder' | 'reservedBytes'
  >
> & { readonly kind: WriteKind; readonly state: WriteState };

/** Write whose name this process holds. Only such a write may change the object of that name. */
export type ClaimedWrite = ObjectWrite & {
  readonly claim: Claim;
  readonly hold: Hold;
  /** Size in bytes for which quota was asked, without deducting the size of the object that it overwrites. */
  readonly sizeBytes: number;
  /** Time of the database at which the name was claimed. */
  readonly claimedAt: Date;
};

/** Input of a reservation. */
export interface NewWrite {
  readonly id?: string;
  readonly kind: WriteKind;
  readonly objectKey: string;
  /** Quota that it needs in bytes, without deducting the size of the object that it overwrites. */
  readonly sizeBytes: number;
  readonly declaredBytes?: number | undefined;
  readonly partSize?: number | undefined;
  /** Length that its only URL is signed for, if the storage enforces it. */
  readonly signedBytes?: number | undefined;
  readonly operationId?: string | undefined;
  /** Lock tokens that the caller has named; none by default. */
  readonly lockTokens?: readonly string[] | undefined;
  /** True if the name is known to exist, so that the write does not change its directory. */
  readonly isReplacing?: boolean | undefined;
  readonly mayOverwrite?: boolean;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly mountId?: string | undefined;
  readonly slug?: string | undefined;
  readonly details?: string | undefined;
  readonly createdBy: string;
}

/** Write that claims its name as it is reserved. */
export interface NewClaim extends NewWrite {
  readonly claim: Claim;
}

/** Object as it is now in its storage. */
export interface KeyedObject extends StoredObject {
  readonly key: string;
}

/** Identifies a write and its storage. */
export type WriteReference = Pick<ObjectWrite, 'id' | 'storageConfigId'>;

/** Write that is over. If this process holds its lease, the lease ends with it. */
export type ReleasedWrite = Pick<ObjectWrite, 'id'> & Partial<Pick<ClaimedWrite, 'hold'>>;

/** Claim of an upload, with the facts known about the object that is about to appear. */
export interface ClaimInput {
  readonly sizeBytes: number;
  readonly claim: Claim;
  readonly etag?: string | undefined;
}
