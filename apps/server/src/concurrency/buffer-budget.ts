import { AppError } from '#errors';

/** Memory for bodies in one process, unless `BUFFER_MEMORY_MIB` is set. */
export const DEFAULT_BUFFER_BYTES = 48 * 1024 * 1024;
/** Maximum wait for memory. Stalled requests end after 30 s and return theirs. */
const WAIT_MS = 10_000;
const RETRY_SECONDS = 10;

/** Returns the acquired memory; further calls do nothing. */
export type ReleaseBuffer = () => void;

export type BufferBudget = ReturnType<typeof createBufferBudget>;

interface Waiting {
  readonly bytes: number;
  readonly grant: (release: ReleaseBuffer) => void;
}

/** Limits the memory of all buffered bodies of the process. */
export function createBufferBudget(totalBytes: number, waitMs = WAIT_MS) {
  const queue = new Set<Waiting>();
  let held = 0;

  const fits = (bytes: number) => held === 0 || held + bytes <= totalBytes;
  const take = (bytes: number): ReleaseBuffer => {
    let isHeld = true;
    held += bytes;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held -= bytes;
      grantNext();
    };
  };
  const grantNext = () => {
    for (const waiting of queue) {
      if (!fits(waiting.bytes)) return;
      queue.delete(waiting);
      waiting.grant(take(waiting.bytes));
    }
  };
  /** True if `tryAcquire` would succeed now. */
  const isFree = (bytes: number) => queue.size === 0 && fits(bytes);
  /** Returns undefined if the memory is not free now, or others wait for it. */
  const tryAcquire = (bytes: number) => (isFree(bytes) ? take(bytes) : undefined);

  return {
    isFree,
    tryAcquire,
    /**
     * Waits in turn. A request above the whole budget is granted once nothing else is in use.
     *
     * @throws {AppError} `server.overloaded` if it is not free in time
     */
    async acquire(bytes: number, signal: AbortSignal): Promise<ReleaseBuffer> {
      signal.throwIfAborted();
      const free = tryAcquire(bytes);
      if (free) return free;
      const { promise, resolve, reject } = Promise.withResolvers<ReleaseBuffer>();
      const waiting = { bytes, grant: resolve };
      const refuse = () =>
        reject(new AppError('server.overloaded', { details: { seconds: RETRY_SECONDS } }));
      const leave = () => reject(signal.reason);
      const timer = setTimeout(refuse, waitMs);
      signal.addEventListener('abort', leave, { once: true });
      queue.add(waiting);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        // A large request that gives up may have blocked smaller ones behind it.
        if (queue.delete(waiting)) grantNext();
      }
    },
  };
}
