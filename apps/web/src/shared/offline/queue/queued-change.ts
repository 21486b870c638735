import type { ErrorCode } from '@satchel/api-client/errors';

/** Kinds of changes that may wait for the network (SPEC 9). */
export type QueuedType =
  | 'createPaste'
  | 'updatePaste'
  | 'batchDeletePastes'
  | 'clearExpiredPastes'
  | 'updateGroupSettings'
  | 'clearCache'
  | 'verifyFilePassword';

/** A change as a page asks for it. */
export interface Change {
  readonly type: QueuedType;
  /** Path with all that belongs into it, such as `/api/pastes/7`. */
  readonly endpoint: string;
  /** The body. */
  readonly data: unknown;
  /** Sent with each try, so that the server makes the change once. */
  readonly idempotencyKey: string;
}

/** Why the server did not take a change. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  /** In the language of the moment. */
  readonly message: string;
}

/** A change that waits. */
export interface QueuedChange extends Change {
  readonly id?: number;
  /** Owner, see `queueOwner`. Other sessions never send the change. The row holds no credential. */
  readonly owner: string;
  readonly method: 'POST' | 'PUT';
  readonly timestamp: number;
  /** `refused` waits for its owner to mend or drop it. */
  readonly status: 'pending' | 'refused';
  readonly refusal?: Refusal | undefined;
}

/** Refused because somebody else has changed what was edited: it can only be written over that. */
export function isOvertaken({ status, refusal }: QueuedChange): boolean {
  return status === 'refused' && refusal?.code === ('text_shares.changed' satisfies ErrorCode);
}
