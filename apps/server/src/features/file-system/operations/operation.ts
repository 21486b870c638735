import type { ErrorCode } from '@satchel/api-client/errors';
import type { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';

export type OperationState = 'running' | 'completed' | 'failed' | 'cancelled';

/** How far an operation is, in objects. */
export interface Progress {
  readonly done: number;
  /** Null while nobody has counted them. */
  readonly total: number | null;
  readonly skipped: number;
  readonly failed: number;
  /** Bytes done so far. */
  readonly bytes: number;
}

export const NO_PROGRESS: Progress = { done: 0, total: null, skipped: 0, failed: 0, bytes: 0 };

/** An `AppError` as it is journaled. */
export interface Failure {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

export function toFailure({ code, details }: AppError): Failure {
  return { code, details };
}

/**
 * A rename, copy or removal that is under way. What it does in steps it does so that each may be done
 * twice: a process that is killed leaves the rest of them to another.
 */
export interface Task<Input, Position> {
  readonly id: string;
  readonly caller: AuthenticatedCaller;
  readonly input: Input;
  /** Last position that the process before this one has journaled. */
  readonly position: Position | undefined;
  /** Aborted when it is cancelled, or its caller goes away; never after `commit`. */
  readonly signal: AbortSignal;
  /** Aborted only where this process has to leave it to another, as it is. */
  readonly ending: AbortSignal;
  /** The storage, with a store that changes nothing once the operation is another process's. */
  fence<Storage extends { readonly store: ObjectStore }>(storage: Storage): Storage;
  progress(): Progress;
  add(counts: Partial<Progress>): void;
  /** Resets the progress when a step is repeated. */
  resetProgress(progress?: Progress): void;
  /** Notes how far it is. Throws where another process has it by now. */
  save(position: Position): Promise<void>;
  /** Saves the position; from here on the operation is finished whatever happens. */
  commit(position: Position): Promise<void>;
}

/** The positions are JSON. */
export type Work<Input, Position, Result> = (task: Task<Input, Position>) => Promise<Result>;
