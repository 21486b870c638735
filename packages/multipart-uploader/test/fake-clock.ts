import type { Clock } from '../src/engine/ports.ts';

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that moves only when a test moves it, or when no other work is left. */
export interface FakeClock extends Clock {
  /** Runs all pending work, without moving the time. */
  settle(): Promise<void>;
  /** Moves the time, timer by timer. */
  advance(byMs: number): Promise<void>;
  /** Moves the time until the promise settles; rejects if no timer is left. */
  runUntil<T>(promise: Promise<T>): Promise<T>;
}

export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  const timers = new Set<Timer>();
  let nowMs = startMs;

  function next(): Timer | undefined {
    return [...timers].sort((one, other) => one.dueMs - other.dueMs)[0];
  }

  function fire(timer: Timer): void {
    nowMs = Math.max(nowMs, timer.dueMs);
    timers.delete(timer);
    timer.callback();
  }

  async function settle(): Promise<void> {
    // Blobs are read on other threads; a few turns of the event loop let them finish.
    for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setImmediate(done));
  }

  return {
    now: () => nowMs,
    after(delayMs, callback) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    settle,
    async advance(byMs) {
      const endMs = nowMs + byMs;
      await settle();
      for (let timer = next(); timer && timer.dueMs <= endMs; timer = next()) {
        fire(timer);
        await settle();
      }
      nowMs = endMs;
    },
    async runUntil(promise) {
      let isSettled = false;
      const watched = promise.finally(() => {
        isSettled = true;
      });
      watched.catch(() => {});
      for (let idle = 0; !isSettled && idle < 50; ) {
        await settle();
        const timer = next();
        idle = timer ? 0 : idle + 1;
        if (timer && !isSettled) fire(timer);
      }
      if (!isSettled) throw new Error('nothing is left that could settle it');
      return watched;
    },
  };
}
