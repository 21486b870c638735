import type { StoredObject } from '#object-store';

/**
 * `file_share` and `entry` are uploads by URL, `carried` is a copy that the caller carries to another
 * storage, `stream` passes through the server, `change` renames, copies or removes.
 */
export type WriteKind = 'file_share' | 'entry' | 'carried' | 'stream' | 'change';

/** `stored`: the object is there, and what it becomes is not yet, or needs no row of its own. */
export type WriteState = 'open' | 'completing' | 'stored' | 'abandoned';

/**
 * Shared by all who overwrite; exclusive to one that relies on what is under a name; `read` by who
 * needs it to stay where it is, and minds no upload.
 */
export type Claim = 'read' | 'shared' | 'exclusive';

/** A write that has begun and is not done (docs/architecture.md, "One ledger of writes"). */
export interface ObjectWrite {
  readonly id: string;
  readonly storageConfigId: string;
  /** Of the mount that it was begun through. */
  readonly mountId: string | null;
  /** A key; of a directory its prefix, with the slash. */
  readonly objectKey: string;
  readonly kind: WriteKind;
  readonly state: WriteState;
  /** In bytes, as announced; null where nothing was. */
  readonly declaredBytes: bigint | null;
  /** Of an upload in parts, in bytes. */
  readonly partSize: bigint | null;
  readonly mayOverwrite: boolean;
  /** What has to be under the name at commit, as the header says it; null for no condition. */
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** Of the storage's multipart upload. */
  readonly uploadId: string | null;
  /** Of the share that it becomes. */
  readonly slug: string | null;
  /** What else is known of that share, as JSON. */
  readonly details: string | null;
  /** Of what is stored, or about to be, with quotes. */
  readonly etag: string | null;
  /** Of what is stored, in bytes. */
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

/** What a write is begun with. */
export interface NewWrite {
  readonly id?: string;
  readonly kind: WriteKind;
  readonly objectKey: string;
  /** Room that it needs in bytes, before what it overwrites is taken off. */
  readonly sizeBytes: number;
  readonly declaredBytes?: number | undefined;
  readonly partSize?: number | undefined;
  /** Taken at once, by who writes during this very request. */
  readonly claim?: Claim | undefined;
  readonly operationId?: string | undefined;
  /** Those of the caller's locks that it has named; none by default. */
  readonly lockTokens?: readonly string[] | undefined;
  /** True where the name is known to be there, so that the directory around it stays as it is. */
  readonly isReplacing?: boolean | undefined;
  /** Of an operation that another process goes on with: the claim lasts until that ends. */
  readonly isJournaled?: boolean;
  readonly mayOverwrite?: boolean;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly mountId?: string | undefined;
  readonly slug?: string | undefined;
  readonly details?: string | undefined;
  readonly createdBy: string;
}

/** An object as it is now in its storage. */
export interface LandedObject extends StoredObject {
  readonly key: string;
}
