import { isApiError } from '@satchel/api-client/api-error';
import { sleep } from './server-operation.ts';

const TRIES = 4;
const WAIT_MS = 1_000;

/** Tries again what a bad line has cut, after a wait that grows; without a network it waits for one. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  waitMs = WAIT_MS,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || failures === TRIES || !isWorthIt(error)) throw error;
      await whenOnline(signal);
      await sleep(waitMs * failures, signal);
    }
  }
}

/** The server will refuse a refused request again. */
function isWorthIt(error: unknown): boolean {
  if (!isApiError(error)) return error instanceof TypeError;
  return error.code === 'client.network' || error.code === 'client.timeout' || error.status >= 500;
}

function whenOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = () => {
      window.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
    };
    const onOnline = () => {
      end();
      resolve();
    };
    const onAbort = () => {
      end();
      reject(signal.reason);
    };
    window.addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
  });
}
