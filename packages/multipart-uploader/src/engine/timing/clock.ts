import { UploadError, type UploadErrorCode } from '../errors.ts';
import type { Clock } from '../ports.ts';

/**
 * Clock of the computer, the default of the option `clock`.
 *
 * @example
 * const startedAtMs = systemClock.now();
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    // A delay of more than 31 bits would fire after 1 ms.
    const timer = setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** Waits for a callback, or rejects with the signal's reason; unsubscribes either way. */
export function waitFor(
  signal: AbortSignal,
  subscribe: (callback: () => void) => () => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = subscribe(resolve);
  return orAborted(promise, signal).finally(unsubscribe);
}

/** Settles like the promise, or rejects with the signal's reason, whichever happens first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Runs a function with a timeout. The function can also abort itself by calling `cut`. The promise rejects
 * immediately, even if the function ignores its signal.
 */
export async function withTimeout<T>(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal, cut: (code: UploadErrorCode) => void) => Promise<T>,
): Promise<T> {
  const cutter = new AbortController();
  const either = AbortSignal.any([signal, cutter.signal]);
  const cut = (code: UploadErrorCode): void => cutter.abort(new UploadError(code));
  const cancel = clock.after(timeoutMs, () => cut('timeout'));
  try {
    either.throwIfAborted();
    return await orAborted(run(either, cut), either);
  } catch (error) {
    // An aborted run may throw any error; the reason for the abort is the relevant one.
    either.throwIfAborted();
    throw error;
  } finally {
    cancel();
  }
}
