import type { ErrorCode } from '@satchel/api-client/errors';
import type { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';

export type OperationState = 'running' | 'completed' | 'failed' | 'cancelled';

/** Progress of an operation, in objects. */
export interface Progress {
  readonly done: number;
  /** Null until the objects are counted. */
  readonly total: number | null;
  readonly skipped: number;
  readonly failed: number;
  /** Bytes copied or removed so far. */
  readonly bytes: number;
}

export const NO_PROGRESS: Progress = { done: 0, total: null, skipped: 0, failed: 0, bytes: 0 };

/** `AppError` in the form that is journaled. */
export interface Failure {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

export function toFailure({ code, details }: AppError): Failure {
  return { code, details };
}

/**
 * Running rename, copy or removal. Each step must be safe to repeat, because another process continues
 * the operation of a process that was killed.
 */
export interface Task<Input, Position> {
  readonly id: string;
  readonly caller: AuthenticatedCaller;
  readonly input: Input;
  /** Position that the previous process journaled last. */
  readonly position: Position | undefined;
  /** Aborted when the operation is cancelled or its caller disconnects; never after `commit`. */
  readonly signal: AbortSignal;
  /** Aborted only when this process must leave the operation to another one, as it is. */
  readonly ending: AbortSignal;
  /** Wraps the store so that it changes nothing once another process has the operation. */
  fence<Storage extends { readonly store: ObjectStore }>(storage: Storage): Storage;
  progress(): Progress;
  add(counts: Partial<Progress>): void;
  /** Resets the progress when a step is repeated. */
  resetProgress(progress?: Progress): void;
  /** Journals the position. Throws if another process has the operation by now. */
  save(position: Position): Promise<void>;
  /** Journals the position; from here on the operation is only finished, never undone. */
  commit(position: Position): Promise<void>;
}

/** Steps of one kind of operation. Positions must be valid JSON. */
export type Work<Input, Position, Result> = (task: Task<Input, Position>) => Promise<Result>;
