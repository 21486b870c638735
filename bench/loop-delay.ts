// Loaded into the server by `--import`: measures the delay of its event loop, and how much of it the server
// itself causes.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 2;

/** 99th percentiles of the event loop's delays, in milliseconds. */
export interface LoopDelay {
  readonly lateMs: number;
  /** Excludes time in which other threads had the processors while the loop could run. */
  readonly ownMs: number;
}

/** Writes the percentiles since the last signal on each signal, and starts again. */
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

/** Time for which the thread was ready but had no processor. Linux counts it in nanoseconds. */
function waitedMs(): number {
  const counts = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  return Number(counts.split(' ')[1]) / 1e6;
}

if (isMainThread && process.env.LOOP_DELAY_FILE) watchLoop(process.env.LOOP_DELAY_FILE);
