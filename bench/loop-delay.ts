// Loaded into the server by `--import`: how late its event loop is, and how much of that is its own doing.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 2;

/** The 99th percentiles of the loop's turns, in milliseconds. */
export interface LoopDelay {
  readonly lateMs: number;
  /** Excludes time in which other threads had the processors while the loop could run. */
  readonly ownMs: number;
}

/** A signal has it write the percentiles since the signal before, and begin anew. */
function watchLoop(path: string): void {
  let late: number[] = [];
  let own: number[] = [];
  let at = performance.now();
  let waited = waitedMs();
  setInterval(() => {
    const now = performance.now();
    const waitedNow = waitedMs();
    late.push(now - at - EVERY_MS);
    own.push(now - at - EVERY_MS - (waitedNow - waited));
    at = performance.now();
    waited = waitedNow;
  }, EVERY_MS).unref();
  process.on('SIGUSR2', () => {
    const rank = Math.floor(late.length * 0.99);
    const percentile = (values: readonly number[]) => values.toSorted((a, b) => a - b)[rank] ?? 0;
    writeFileSync(path, JSON.stringify({ lateMs: percentile(late), ownMs: percentile(own) }));
    late = [];
    own = [];
  });
}

/** Linux counts, in nanoseconds, how long a thread that could run has waited for a processor. */
function waitedMs(): number {
  const counts = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  return Number(counts.split(' ')[1]) / 1e6;
}

if (isMainThread && process.env.LOOP_DELAY_FILE) watchLoop(process.env.LOOP_DELAY_FILE);
