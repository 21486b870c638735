import type { NewLink } from '#shared/shares/result/share-result.ts';

/**
 * Long-running work that continues while the user visits other pages. For another kind of task, write a
 * function that creates a `Task` and passes it to `tasks.add`; see
 * `shared/uploads/file-task.ts`.
 */
export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  /** Subject, such as the name of a file. */
  readonly title: string;
  readonly state: TaskState;
  readonly progress: TaskProgress;
  /** Directory of a mount in which the files arrive, whose names are relative to it. */
  readonly directory?: string;
  /** Files of a task with several, each with its own state. */
  readonly files?: readonly TaskFile[];
  /** Thrown error of a failed task. */
  readonly error?: unknown;
  /** Link of the result. */
  readonly share?: NewLink;
  /** Undefined if it cannot be paused. */
  readonly pause?: () => void;
  readonly resume?: () => void;
  /** Cancels it, and removes partial results. */
  readonly cancel: () => void;
  /** Undefined if a retry makes no sense. */
  readonly retry?: () => void;
  /** Stops it without a request, because the session is over. Resumable data stays. */
  readonly leave: () => void;
}

export type TaskKind = 'upload' | 'url-upload' | 'bundle' | 'delivery' | TransferKind;

/** Kinds of transfers in the mount explorer. */
export type TransferKind = 'entry-upload' | 'copy' | 'move' | 'delete' | 'download';

/** A file of a task, or another item that the task processes. */
export interface TaskFile {
  readonly name: string;
  readonly state: TaskFileState;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly error?: unknown;
}

export type TaskFileState =
  | 'waiting'
  | 'running'
  | 'completed'
  | 'skipped'
  | 'failed'
  | 'cancelled';

/** `offline` is running but waits for the network. `partial` has ended, and some files failed. */
export type TaskState =
  | 'waiting'
  | 'running'
  | 'offline'
  | 'paused'
  | 'completed'
  | 'partial'
  | 'failed'
  | 'cancelled';

export interface TaskProgress {
  /** 0 to 1; null while the total is unknown. */
  readonly fraction: number | null;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Time of the last byte, in milliseconds since 1970, if none has moved for seconds; else absent. */
  readonly quietSinceMs?: number | undefined;
  /** Null if it cannot be estimated. */
  readonly timeLeftMs: number | null;
}

export function noProgress(totalBytes: number): TaskProgress {
  return { fraction: 0, doneBytes: 0, totalBytes, bytesPerSecond: 0, timeLeftMs: null };
}

/** Whether closing the tab would lose it. */
export function isUnderWay(state: TaskState): boolean {
  return state === 'waiting' || state === 'running' || state === 'offline' || state === 'paused';
}

export function isEnded(state: TaskState): boolean {
  return !isUnderWay(state);
}

/** Whether the task creates a share or a bundle, so that the upload page lists it. */
export function makesShare({ kind }: Task): boolean {
  return kind === 'upload' || kind === 'url-upload' || kind === 'bundle';
}

/** Whether the task or some of its files have failed. */
export function hasFailed(state: TaskState): boolean {
  return state === 'failed' || state === 'partial';
}
