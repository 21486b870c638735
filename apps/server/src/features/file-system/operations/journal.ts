import type { AuthenticatedCaller } from '#security/caller.ts';
import type { CopyInput, CopyPosition } from './copies/copying.ts';
import type { CopyOutcome } from './copies/item-copy.ts';
import type { Failure, OperationState, Progress, Work } from './operation.ts';
import type { RemovalResult, RemoveInput, RemovePosition } from './removing.ts';
import type { RenameInput, RenamePosition } from './renaming.ts';
import type { OperationRow } from './repository.ts';
import type { TransferInput, TransferPosition, TransferResult } from './transfers/transfer.ts';

/** Input of each kind of operation. */
export interface Inputs {
  readonly rename: RenameInput;
  readonly copy: CopyInput;
  readonly remove: RemoveInput;
  readonly transfer: TransferInput;
}

interface Positions {
  readonly rename: RenamePosition;
  readonly copy: CopyPosition;
  readonly remove: RemovePosition;
  readonly transfer: TransferPosition;
}

/** Result of each kind of operation. */
export interface Results {
  readonly rename: null;
  readonly copy: readonly CopyOutcome[];
  readonly remove: RemovalResult;
  readonly transfer: TransferResult;
}

export type OperationKind = keyof Inputs;

export type Works = { readonly [K in OperationKind]: Work<Inputs[K], Positions[K], Results[K]> };

/** Last journaled state of an operation. */
export interface Journal<K extends OperationKind> {
  readonly progress: Progress;
  readonly position?: Positions[K] | undefined;
  /** True if the operation can no longer be cancelled or undone. */
  readonly isCommitted: boolean;
}

/** Kind, input and caller of an operation. */
export interface Plan<K extends OperationKind> {
  readonly caller: AuthenticatedCaller;
  readonly input: Inputs[K];
}

export type End<K extends OperationKind> =
  | { readonly data: Results[K] }
  | { readonly error: Failure };

/** Kinds that the API reports. WebDAV clients wait for their operations and never get an id. */
export type ToldKind = Exclude<OperationKind, 'transfer'>;

/** Operation as its owner sees it. */
export interface Operation {
  readonly id: string;
  readonly kind: ToldKind;
  readonly state: OperationState;
  readonly isCancelling: boolean;
  readonly progress: Progress;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Result; undefined while it runs and if it was cancelled. */
  readonly end: End<ToldKind> | undefined;
}

/** Undefined for kinds that the API does not report. */
export function readOperation(row: OperationRow): Operation | undefined {
  const { id, isCancelled, createdAt, updatedAt, result } = row;
  const state = row.state as OperationState;
  const kind = row.kind as OperationKind;
  if (kind === 'transfer') return undefined;
  return {
    id,
    kind,
    state,
    isCancelling: isCancelled && state === 'running',
    progress: readJournal(row).progress,
    createdAt,
    updatedAt,
    end: result === null ? undefined : (JSON.parse(result) as End<ToldKind>),
  };
}

export function readJournal<K extends OperationKind>({ progress }: OperationRow): Journal<K> {
  return JSON.parse(progress) as Journal<K>;
}

export function readPlan<K extends OperationKind>({ plan }: OperationRow): Plan<K> {
  return JSON.parse(plan) as Plan<K>;
}
