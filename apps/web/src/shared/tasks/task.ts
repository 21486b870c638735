/**
 * Something that takes a while and goes on while other pages are looked at. Another kind of task is
 * another function that makes one of these and gives it to `tasks.add`; copy
 * `features/file-shares/uploads/upload-task.ts`.
 */
export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  /** Subject, such as the name of a file. */
  readonly title: string;
  readonly state: TaskState;
  readonly progress: TaskProgress;
  /** Files of a task with more than one, each with a state of its own. */
  readonly files?: readonly TaskFile[];
  /** Why it failed, as it was thrown. */
  readonly error?: unknown;
  /** The address of what it has made. */
  readonly link?: string;
  /** Absent where it cannot be paused. */
  readonly pause?: () => void;
  readonly resume?: () => void;
  /** Ends it, and removes what is there of it. */
  readonly cancel: () => void;
  /** Absent where trying again after a failure makes no sense. */
  readonly retry?: () => void;
  /** Stops it without a call to the server, because the session is over; what can be resumed stays. */
  readonly leave: () => void;
}

export type TaskKind = 'upload' | 'url-upload' | TransferKind;

/** Kinds of transfers in the mount explorer. */
export type TransferKind = 'entry-upload' | 'copy' | 'move' | 'delete' | 'download';

/** One of the files of a task, or what else it does one by one. */
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

/** `offline` is running, but waiting for the network; `partial` has ended with some that failed. */
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
  /** 0 to 1; null while the whole is not known. */
  readonly fraction: number | null;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Null while it cannot be estimated. */
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

/** Those that are listed with the shares they make. */
export function makesShare({ kind }: Task): boolean {
  return kind === 'upload' || kind === 'url-upload';
}

/** Whether it has failed, or some of it. */
export function hasFailed(state: TaskState): boolean {
  return state === 'failed' || state === 'partial';
}
