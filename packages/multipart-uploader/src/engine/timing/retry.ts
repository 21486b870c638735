import { stepError, toUploadError, type UploadErrorCode } from '../errors.ts';
import { RETRY_DELAY_MS } from '../limits.ts';
import type { Clock, Connectivity } from '../ports.ts';
import { waitFor } from './clock.ts';

/**
 * Returns the delay before a retry.
 *
 * @param retry number of the retry, starting at 1
 * @returns milliseconds
 *
 * @example
 * const everyTwoSeconds: Backoff = () => 2000;
 */
export type Backoff = (retry: number) => number;

/**
 * Default backoff: 1000 ms times the number of the retry.
 *
 * @example
 * linearBackoff(3); // 3000
 */
export const linearBackoff: Backoff = (retry) => RETRY_DELAY_MS * retry;

/**
 * Exponential back-off with full jitter: a random delay below a bound that doubles, so that many clients do
 * not retry at the same moment.
 *
 * @param options `baseMs` is the first bound, default 1000; `maxMs` the last,
 *   default 30,000; `random` gives numbers from 0 to below 1, default `Math.random`
 *
 * @example
 * const uploader = createUploader({ transport, send, backoff: exponentialBackoff({ maxMs: 10_000 }) });
 */
export function exponentialBackoff(
  options: {
    readonly baseMs?: number;
    readonly maxMs?: number;
    readonly random?: () => number;
  } = {},
): Backoff {
  const { baseMs = RETRY_DELAY_MS, maxMs = 30_000, random = Math.random } = options;
  return (retry) => random() * Math.min(maxMs, baseMs * 2 ** (retry - 1));
}

export interface RetryPolicy {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly retries: number;
  readonly backoff: Backoff;
  /** Called when the upload starts and stops waiting for the network. */
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Runs an attempt until it succeeds, fails with a final error, or has no retries left. Then it fails with the
 * step's code. Time without a network costs no retries.
 */
export async function withRetries<T>(
  policy: RetryPolicy,
  code: UploadErrorCode,
  signal: AbortSignal,
  attempt: (retry: number) => Promise<T>,
  partNumber?: number,
): Promise<T> {
  let spent = 0;
  for (;;) {
    try {
      signal.throwIfAborted();
      return await attempt(spent);
    } catch (error) {
      signal.throwIfAborted();
      const failure = toUploadError(error);
      // Codes that end in `_failed` come from a step that has already been retried.
      const isFinal = !failure.retryable || failure.code.endsWith('_failed');
      const isOnline = policy.connectivity.isOnline();
      if (isFinal || (isOnline && !(spent < policy.retries))) {
        throw stepError(code, failure, partNumber);
      }
      if (isOnline) {
        spent += 1;
      } else {
        policy.onOffline(true);
        await waitFor(signal, policy.connectivity.onOnline);
        policy.onOffline(false);
      }
      const delayMs = Math.max(policy.backoff(spent || 1), failure.retryAfterMs ?? 0);
      await waitFor(signal, (wake) => policy.clock.after(delayMs, wake));
    }
  }
}
