import { AppError } from '#errors';

/** Memory for bodies in one process, unless `BUFFER_MEMORY_MIB` is set. */
export const DEFAULT_BUFFER_BYTES = 48 * 1024 * 1024;
/** Maximum wait for memory. Stalled requests end after 30 s and return theirs. */
const WAIT_MS = 10_000;
const RETRY_SECONDS = 10;

/** Returns the acquired memory; further calls do nothing. */
export type ReleaseBuffer = () => void;

/** Budget whose memory several storages share. */
export type SharedBudget = ReturnType<typeof createBufferBudget>;
/** Budget of bodies with one limit. */
export type BufferBudget = Omit<SharedBudget, 'share'>;

/** Bodies that share a limit of their own. */
interface Share {
  readonly maxBytes: number;
  held: number;
}

interface Waiting {
  readonly bytes: number;
  readonly share: Share;
  readonly grant: (release: ReleaseBuffer) => void;
}

/** Limits the memory of all buffered bodies of the process. */
export function createBufferBudget(totalBytes: number, waitMs = WAIT_MS) {
  const queue = new Set<Waiting>();
  let held = 0;

  const hasShare = (bytes: number, share: Share) =>
    share.held === 0 || share.held + bytes <= share.maxBytes;
  const fits = (bytes: number) => held === 0 || held + bytes <= totalBytes;
  const take = (bytes: number, share: Share): ReleaseBuffer => {
    let isHeld = true;
    held += bytes;
    share.held += bytes;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held -= bytes;
      share.held -= bytes;
      grantNext();
    };
  };
  const grantNext = () => {
    for (const waiting of queue) {
      const { bytes, share, grant } = waiting;
      if (!hasShare(bytes, share)) continue;
      if (!fits(bytes)) return;
      queue.delete(waiting);
      grant(take(bytes, share));
    }
  };
  const isNextInTurn = () => ![...queue].some(({ bytes, share }) => hasShare(bytes, share));

  const limitedBy = (share: Share) => {
    /** True if `tryAcquire` would succeed now. */
    const isFree = (bytes: number) => hasShare(bytes, share) && fits(bytes) && isNextInTurn();
    /** Returns undefined if the memory is not free now, or others wait for it. */
    const tryAcquire = (bytes: number) => (isFree(bytes) ? take(bytes, share) : undefined);
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
        const waiting = { bytes, share, grant: resolve };
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
  };

  return {
    ...limitedBy({ maxBytes: Number.POSITIVE_INFINITY, held: 0 }),
    /** Budget for bodies that may hold two thirds of the memory together, such as those for one storage. */
    share: () => limitedBy({ maxBytes: (totalBytes * 2) / 3, held: 0 }),
  };
}
