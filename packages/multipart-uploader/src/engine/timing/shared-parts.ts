import type { Clock } from '../ports.ts';
import { createSlots, type Slots } from './queue.ts';

/** Interval in which the speed is measured; shorter ones see bursts. */
const INTERVAL_MS = 500;
/** With more parts at once, the connection must be this many times as fast. */
const GAIN = 1.2;

/** Limits of the number of concurrent parts. */
export interface PartLimits {
  /** Reached on every line that is fast enough for it. */
  readonly usual: number;
  /** Reached if the line gets faster with every step. */
  readonly most: number;
  /** The line must send all concurrent parts within this time. */
  readonly patienceMs: number;
}

/** Queue for parts that share a connection, which finds out how many of them should run at once. */
export interface SharedParts {
  /** Queue for a part of this size. */
  queueFor(bytes: number): Pick<Slots, 'run'>;
  /** Applies changed priorities. */
  reorder(): void;
  /** Counts bytes that parts have sent. */
  sent(bytes: number): void;
  /** Tells that a part stalled, or that its connection broke: half as many run from now on. */
  broke(): void;
}

/**
 * Creates the queue. Parts of one connection only help each other where the proxy's window per request limits
 * them (64 KiB with nginx), and delay each other on a slow line, until all of them seem to have stalled. So it
 * starts with one, unless an earlier upload was fast, and doubles while that makes the connection faster.
 *
 * @param knownSpeed bytes per second of an earlier upload
 */
export function createSharedParts(
  clock: Clock,
  { usual, most, patienceMs }: PartLimits,
  knownSpeed = 0,
): SharedParts {
  const slots = createSlots(1);
  let limit = 1;
  let running = 0;
  let partBytes = 1;
  let sinceMs = 0;
  let bytes = 0;
  /** Speed before the last step; null in the first interval, which fills the buffers on the way. */
  let speedBefore: number | null = null;

  function resize(wanted: number): void {
    limit = Math.max(1, Math.min(most, Math.floor(wanted)));
    slots.resize(limit);
  }

  /** Number of parts that a line of this speed sends within the patience. */
  function fitting(bytesPerSecond: number): number {
    return (bytesPerSecond * patienceMs) / 1000 / partBytes;
  }

  function measure(): void {
    const elapsedMs = clock.now() - sinceMs;
    if (running === 0 || elapsedMs < INTERVAL_MS) return;
    const speed = (1000 * bytes) / elapsedMs;
    const before = speedBefore;
    sinceMs += elapsedMs;
    bytes = 0;
    speedBefore ??= 0;
    if (before === null) return;
    const fit = fitting(speed);
    const isWorthMore = limit < usual || speed > GAIN * before;
    if (fit < limit) {
      resize(fit);
    } else if (running >= limit && fit >= 2 * limit && isWorthMore) {
      speedBefore = speed;
      resize(2 * limit);
    }
  }

  async function runMeasured<T>(size: number, task: () => Promise<T>): Promise<T> {
    const startedMs = clock.now();
    partBytes = size;
    if (running === 0) {
      sinceMs = startedMs;
      bytes = 0;
      speedBefore = null;
      resize(Math.max(limit, Math.min(usual, fitting(knownSpeed))));
    }
    running += 1;
    try {
      const result = await task();
      const isFast = running * patienceMs >= usual * (clock.now() - startedMs);
      if (limit < usual && isFast) resize(usual);
      return result;
    } finally {
      running -= 1;
    }
  }

  return {
    reorder: slots.reorder,
    queueFor: (size) => ({
      run: (priority, signal, task) => slots.run(priority, signal, () => runMeasured(size, task)),
    }),
    sent(moved) {
      bytes += moved;
      measure();
    },
    broke() {
      resize(limit / 2);
      speedBefore = null;
    },
  };
}
