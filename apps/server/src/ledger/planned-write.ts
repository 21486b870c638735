import type { CountObjects } from '#bucket-index/bucket-index.ts';
import type { Clock } from '#clock';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { FREE, type WantedClaim } from './conflicts.ts';
import type { Claim, ClaimedWrite, NewWrite, ObjectWrite } from './object-write.ts';

/** A claim lapses if it is not renewed for this long. */
export const CLAIM_MS = 30_000;
/** Maximum time without activity before an upload is swept (CONTRACT A3). */
export const IDLE_MS = 24 * 60 * 60 * 1000;
/** Time during which a stored upload answers a repeat of the same call. */
const ANSWER_MS = 60 * 60 * 1000;
/** The claims of an operation end only with the operation. */
const UNTIL_ITS_OPERATION_ENDS = new Date('9999-12-31T00:00:00Z');

/** Dependencies of the ledger's steps, apart from their transaction. */
export interface LedgerContext {
  readonly kind: DatabaseKind;
  readonly clock: Clock;
  /** Updates the counts of a bucket in the transaction of the write. Returns false if the bucket has none. */
  readonly count: CountObjects;
  /** Buckets known to be indexed. For these, `commitUncounted` is skipped. */
  readonly indexed: Set<string>;
}

/** Write to be reserved, with a claim if it takes its name immediately. */
export type WantedWrite = NewWrite & { readonly claim?: Claim | undefined };

/** Row to be added, with the token of its claim if a process renews that claim. */
export interface PlannedWrite {
  readonly id: string;
  readonly storageConfigId: string;
  readonly write: WantedWrite;
  readonly token: string | null;
}

/** Write to be committed, with its lease if its name is held. */
export type CommittedWrite = Pick<ObjectWrite, 'id' | 'storageConfigId'> &
  Partial<Pick<ClaimedWrite, 'kind' | 'hold'>>;

export function afterClaim(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS);
}

/** Claim columns of a new row. An operation's claim has no token, because the operation has its own lease. */
export function claimOf({ write, token }: PlannedWrite, now: Date) {
  const { claim } = write;
  if (!claim) return FREE;
  const claimedUntil = token === null ? UNTIL_ITS_OPERATION_ENDS : afterClaim(now);
  return { claim, claimedUntil, holder: token };
}

/** Claim that a write wants as it is reserved; undefined for an upload, which claims its name later. */
export function wantedClaimOf({ id, write }: PlannedWrite): WantedClaim | undefined {
  const { claim, operationId = null } = write;
  return claim && { ...write, operationId, id, claim };
}

export function toRow({ id, storageConfigId, write, token }: PlannedWrite, now: Date): ObjectWrite {
  const { declaredBytes, partSize } = write;
  const lastsMs = write.claim ? 0 : IDLE_MS;
  const isOfOperation = write.claim && token === null;
  return {
    id,
    storageConfigId,
    mountId: write.mountId ?? null,
    objectKey: write.objectKey,
    kind: write.kind,
    state: write.claim ? 'completing' : 'open',
    operationId: write.operationId ?? null,
    declaredBytes: declaredBytes === undefined ? null : BigInt(declaredBytes),
    partSize: partSize === undefined ? null : BigInt(partSize),
    mayOverwrite: write.mayOverwrite ?? false,
    ifMatch: write.ifMatch ?? null,
    ifNoneMatch: write.ifNoneMatch ?? null,
    uploadId: null,
    slug: write.slug ?? null,
    details: write.details ?? null,
    etag: null,
    size: write.signedBytes === undefined ? null : BigInt(write.signedBytes),
    createdBy: write.createdBy,
    createdAt: now,
    updatedAt: now,
    // A claimed row is swept once its claim has lapsed.
    expiresAt: isOfOperation ? UNTIL_ITS_OPERATION_ENDS : new Date(now.getTime() + lastsMs),
  };
}

/** A share that is not public yet may take longer, because its caller has still to publish it. */
export function keptMs({ kind }: Partial<Pick<ObjectWrite, 'kind'>>): number {
  return kind === 'file_share' ? IDLE_MS : ANSWER_MS;
}
