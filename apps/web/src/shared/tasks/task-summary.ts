import { isUnderWay, makesShare, type Task, type TaskState } from './task.ts';

/** All tasks in a few numbers. */
export interface TaskSummary {
  readonly count: number;
  readonly countOf: Readonly<Record<TaskState, number>>;
  /** Those that are not ended. */
  readonly underWay: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** 0 to 1, of what is not cancelled; 1 where there is nothing to do. */
  readonly fraction: number;
  readonly bytesPerSecond: number;
  /** Null while it cannot be estimated. */
  readonly timeLeftMs: number | null;
  /**
   * How many shares have ended so since the tab was opened, also those that are not listed any more.
   * Other tasks tell of their ends themselves.
   */
  readonly endedSoFar: { readonly completed: number; readonly failed: number };
}

/** The numbers as they are counted: each task is added and taken away, so that none are gone through. */
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
  const endedSoFar = { completed: 0, failed: 0 };

  function count({ state, progress }: Task, sign: 1 | -1): void {
    countOf[state] += sign;
    // Cancelled work does not count towards the total.
    if (state === 'cancelled') return;
    const isCompleted = state === 'completed';
    doneBytes += sign * (isCompleted ? progress.totalBytes : progress.doneBytes);
    totalBytes += sign * progress.totalBytes;
    // Whole numbers, because fractions would not add up to nothing again.
    if (state === 'running') bytesPerSecond += sign * Math.round(progress.bytesPerSecond);
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
        timeLeftMs: bytesPerSecond > 0 ? ((totalBytes - doneBytes) / bytesPerSecond) * 1000 : null,
        endedSoFar: { ...endedSoFar },
      };
    },
  };
}
