import { setTimeout as sleep } from 'node:timers/promises';

/** SQLite's own number for it. Its other kinds of busy do not pass by waiting. */
const SQLITE_BUSY = 5;
const RETRY_MS = 20;

/**
 * Waits while another process has the database, such as one that repairs or copies it. SQLite would wait
 * by itself, but in the one thread that everything else needs too.
 *
 * @param patienceMs from when on what is still refused fails
 */
export async function retryWhileBusy<Result>(
  work: () => Promise<Result>,
  patienceMs: number,
): Promise<Result> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(RETRY_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'rawCode' in error && error.rawCode === SQLITE_BUSY;
}
