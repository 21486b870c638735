import { UploadError } from './errors.ts';
import type { Clock } from './ports.ts';

/**
 * The clock of the machine, the default of the option `clock`.
 *
 * @example
 * const startedAtMs = systemClock.now();
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Settles like the promise, or rejects with the signal's reason, whichever is first. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    stopListening = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
  }
}

export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel = (): void => {};
  try {
    await orAborted(
      new Promise<void>((resolve) => {
        cancel = clock.after(delayMs, resolve);
      }),
      signal,
    );
  } finally {
    cancel();
  }
}

/** Runs something that is cut when it takes too long, even where it ignores its signal. */
export async function withTimeout<T>(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const either = AbortSignal.any([signal, timeout.signal]);
  const cancel = clock.after(timeoutMs, () =>
    timeout.abort(new UploadError('timeout', { retryable: true })),
  );
  try {
    either.throwIfAborted();
    return await orAborted(run(either), either);
  } catch (error) {
    // Whatever was thrown on the way down, the cut is why.
    either.throwIfAborted();
    throw error;
  } finally {
    cancel();
  }
}
