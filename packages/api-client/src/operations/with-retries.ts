import { ApiError, abortError, throwIfAborted } from '../api-error.ts';

export const MAX_TRIES = 4;
/** Delay after the first failure, in milliseconds; each further failure adds as much again. */
export const WAIT_MS = 1_000;

/**
 * Retries `work` after a lost connection, a timeout or a fault of the server, with increasing delays. A
 * browser without a network first waits for one.
 *
 * @throws {ApiError} of the last attempt; immediately if the server has refused
 */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || failures === MAX_TRIES || !isTransient(error)) throw error;
      await untilOnline(signal);
      await sleep(WAIT_MS * failures, signal);
    }
  }
}

/** True if a retry may succeed. `fetch` reports a lost connection as a `TypeError`. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  const { code, status } = error;
  return code === 'client.network' || code === 'client.timeout' || status >= 500;
}

/** Waits; an abort ends it early. */
export function sleep(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return untilEvent(signal, (resolve) => {
    const timer = setTimeout(resolve, durationMs);
    return () => clearTimeout(timer);
  });
}

/**
 * Members of a browser's global object. They are declared here, because servers compile without DOM
 * types.
 */
interface BrowserGlobal extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly navigator?: { readonly onLine?: boolean };
}

function untilOnline(signal: AbortSignal | undefined): Promise<void> {
  const browser = globalThis as unknown as BrowserGlobal;
  // Only browsers know; elsewhere `onLine` is undefined.
  if (browser.navigator?.onLine !== false) return Promise.resolve();
  return untilEvent(signal, (resolve) => {
    browser.addEventListener('online', resolve);
    return () => browser.removeEventListener('online', resolve);
  });
}

/** Waits until `start` resolves; `start` returns a function that stops it. */
async function untilEvent(
  signal: AbortSignal | undefined,
  start: (resolve: () => void) => () => void,
): Promise<void> {
  throwIfAborted(signal);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = start(resolve);
  const stopListening = onAbort(signal, () => reject(abortError(signal ?? {})));
  await promise.finally(stop).finally(stopListening);
}

/** Calls `act` when the signal is aborted; returns a function that stops listening. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
