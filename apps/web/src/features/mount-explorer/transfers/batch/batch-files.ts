import type { TaskFile, TaskProgress, TaskState } from '#shared/tasks/task.ts';

/** The files of a batch with their states, and the total progress. */
export interface BatchFiles {
  all(): readonly TaskFile[];
  change(index: number, change: Partial<TaskFile>): void;
  /** Applies a change to every file in one of the states. */
  changeAll(states: readonly TaskFile['state'][], change: Partial<TaskFile>): void;
  progress(nowMs: number): TaskProgress;
  /** Final state of the batch, after all of its files have ended. */
  endState(): TaskState;
  firstError(): unknown;
}

export interface BatchItem {
  readonly name: string;
  /** 0 if unknown. */
  readonly sizeBytes: number;
}

export function createBatchFiles(items: readonly BatchItem[]): BatchFiles {
  let files: TaskFile[] = items.map(({ name, sizeBytes }) => ({
    ...{ name, state: 'waiting', doneBytes: 0, totalBytes: sizeBytes },
  }));
  const speedometer = createSpeedometer();
  const count = (state: TaskFile['state']) => files.filter((file) => file.state === state).length;

  return {
    // A copy, because renderers rely on an array that does not change.
    all: () => [...files],
    change(index, change) {
      const file = files[index];
      if (file) files[index] = { ...file, ...change };
    },
    changeAll(states, change) {
      files = files.map((file) => (states.includes(file.state) ? { ...file, ...change } : file));
    },
    progress(nowMs) {
      const counted = files.filter(({ state }) => state !== 'skipped');
      const totalBytes = counted.reduce((sum, file) => sum + file.totalBytes, 0);
      const doneBytes = counted.reduce((sum, file) => sum + doneOf(file), 0);
      const ended = counted.filter(({ state }) => state === 'completed').length;
      const bytesPerSecond = speedometer.measure(doneBytes, nowMs);
      const leftBytes = totalBytes - doneBytes;
      return {
        // Files without bytes, such as deleted folders, count as one unit each.
        fraction: totalBytes > 0 ? doneBytes / totalBytes : ended / (counted.length || 1),
        doneBytes,
        totalBytes,
        bytesPerSecond,
        timeLeftMs: bytesPerSecond > 0 ? (leftBytes * 1000) / bytesPerSecond : null,
      };
    },
    endState() {
      const failed = count('failed');
      if (failed === 0) return 'completed';
      return failed === files.length ? 'failed' : 'partial';
    },
    firstError: () => files.find(({ state }) => state === 'failed')?.error,
  };
}

function doneOf({ state, doneBytes, totalBytes }: TaskFile): number {
  return state === 'completed' ? totalBytes : doneBytes;
}

/** Averaging window: a shorter one fluctuates, a longer one reacts late to a changed speed. */
const WINDOW_MS = 5_000;

interface Speedometer {
  /** Takes the number of bytes done so far, and returns bytes per second. */
  measure(doneBytes: number, nowMs: number): number;
}

/** Measures speed over the last seconds. */
function createSpeedometer(): Speedometer {
  let samples: { readonly atMs: number; readonly doneBytes: number }[] = [];
  return {
    measure(doneBytes, nowMs) {
      samples = samples.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      samples.push({ atMs: nowMs, doneBytes });
      const [first] = samples;
      if (!first || nowMs === first.atMs) return 0;
      return Math.max(0, ((doneBytes - first.doneBytes) * 1000) / (nowMs - first.atMs));
    },
  };
}
