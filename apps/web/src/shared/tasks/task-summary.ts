import { isUnderWay, makesShare, type Task, type TaskState } from './task.ts';

/** Totals of all tasks. */
export interface TaskSummary {
  readonly count: number;
  readonly countOf: Readonly<Record<TaskState, number>>;
  /** Number of tasks that have not ended. */
  readonly underWay: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** 0 to 1, without cancelled tasks; 1 if there is nothing to do. */
  readonly fraction: number;
  readonly bytesPerSecond: number;
  /** Number of running tasks of which no byte has moved for seconds. */
  readonly quiet: number;
  /** Null if it cannot be estimated. */
  readonly timeLeftMs: number | null;
  /**
   * Number of shares that have ended since the tab was opened, including those removed from the list. Tasks
   * of other kinds report their results themselves.
   */
  readonly endedSoFar: { readonly completed: number; readonly failed: number };
}

/** Running totals: each task is added and removed, so that a change need not count all tasks again. */
export interface TaskTotals {
  add(task: Task): void;
  change(before: Task, after: Task): void;
  remove(task: Task): void;
  summary(): TaskSummary;
}

export function createTaskTotals(): TaskTotals {
  const countOf = {
    waiting: 0,
    running: 0,
    offline: 0,
    paused: 0,
    completed: 0,
    partial: 0,
    failed: 0,
    cancelled: 0,
  };
  let doneBytes = 0;
  let totalBytes = 0;
  let bytesPerSecond = 0;
  let quiet = 0;
  const endedSoFar = { completed: 0, failed: 0 };

  function count({ state, progress }: Task, sign: 1 | -1): void {
    countOf[state] += sign;
    // Cancelled work does not count towards the total.
    if (state === 'cancelled') return;
    const isCompleted = state === 'completed';
    doneBytes += sign * (isCompleted ? progress.totalBytes : progress.doneBytes);
    totalBytes += sign * progress.totalBytes;
    if (state !== 'running') return;
    // Rounds to integers, because sums of fractions would not return to exactly 0.
    bytesPerSecond += sign * Math.round(progress.bytesPerSecond);
    if (progress.quietSinceMs !== undefined) quiet += sign;
  }

  return {
    add: (task) => count(task, 1),
    change(before, after) {
      count(before, -1);
      count(after, 1);
      const { state } = after;
      if (state === before.state || !makesShare(after)) return;
      if (state === 'completed' || state === 'failed') endedSoFar[state] += 1;
    },
    remove: (task) => count(task, -1),
    summary() {
      const states = Object.keys(countOf) as TaskState[];
      const sum = (some: TaskState[]) => some.reduce((all, state) => all + countOf[state], 0);
      return {
        count: sum(states),
        countOf: { ...countOf },
        underWay: sum(states.filter(isUnderWay)),
        doneBytes,
        totalBytes,
        fraction: totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1,
        bytesPerSecond,
        quiet,
        timeLeftMs: bytesPerSecond > 0 ? ((totalBytes - doneBytes) / bytesPerSecond) * 1000 : null,
        endedSoFar: { ...endedSoFar },
      };
    },
  };
}
