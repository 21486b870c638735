import { setTimeout } from 'node:timers/promises';
import { AppError } from '#errors';

/** Pauses between attempts; 2 s in total (CONTRACT A7). */
const PAUSES_MS = [10, 20, 40, 80, 150, 200, 200, 200, 200, 200, 300, 400];

/**
 * Claims a name, and retries for a while if another write holds it: making a folder or writing a small
 * file takes a moment, and clients copy many files concurrently.
 *
 * @param recheck runs before each repetition; throws if the other write has made the claim pointless
 */
export async function whenFree<T>(
  claim: () => Promise<T>,
  recheck: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await claim();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'file_system.busy')) throw error;
    }
    await setTimeout(pauseMs, undefined, { signal });
    await recheck();
  }
  return claim();
}
