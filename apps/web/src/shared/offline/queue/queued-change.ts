import type { ErrorCode } from '@satchel/api-client/errors';

/** Kinds of changes that can be queued (SPEC 9). */
export type QueuedType =
  | 'createPaste'
  | 'updatePaste'
  | 'batchDeletePastes'
  | 'clearExpiredPastes'
  | 'updateGroupSettings'
  | 'clearCache'
  | 'verifyFilePassword';

/** A change that a page requests. */
export interface Change {
  readonly type: QueuedType;
  /** Complete path of the request, such as `/api/pastes/7`. */
  readonly endpoint: string;
  /** Request body. */
  readonly data: unknown;
  /** Sent with each attempt, so that the server applies the change once. */
  readonly idempotencyKey: string;
}

/** Reason why the server refused a change. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  /** Message in the language at the time of the refusal. */
  readonly message: string;
}

/** A change in the queue. */
export interface QueuedChange extends Change {
  readonly id?: number;
  /** Owner, see `queueOwner`. Other sessions never send the change. The row holds no credential. */
  readonly owner: string;
  readonly method: 'POST' | 'PUT';
  readonly timestamp: number;
  /** Tab that made the change. */
  readonly tab?: string;
  /** `refused` changes wait until their owner edits or discards them. */
  readonly status: 'pending' | 'refused';
  readonly refusal?: Refusal | undefined;
}

/**
 * Whether the server refused an edit because another client has changed the text. It can only be overwritten.
 */
export function isOvertaken({ status, refusal }: QueuedChange): boolean {
  return status === 'refused' && refusal?.code === ('text_shares.changed' satisfies ErrorCode);
}
