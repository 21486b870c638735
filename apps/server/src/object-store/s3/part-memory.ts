import {
  type BufferBudget,
  DEFAULT_BUFFER_BYTES,
  type ReleaseBuffer,
} from '#concurrency/buffer-budget.ts';

/**
 * Smallest part of a stream. 10,000 parts of this size hold 78 GiB, the maximum for a body of unknown
 * length. Longer bodies of known length get larger parts.
 */
export const STREAM_PART_BYTES = 8 * 1024 * 1024;
/** Maximum number of parts of one stream in memory: one is filled while two are sent. */
const PARTS_IN_MEMORY = 3;
/** Maximum number of spare buffers: as many as the default budget allows. */
const MAX_SPARE = DEFAULT_BUFFER_BYTES / STREAM_PART_BYTES;
/** Time for which spare buffers are cached. */
const SPARE_MS = 5000;

/** Cached buffers, because a new buffer per part would fill memory until the next garbage collection. */
const spare: Bytes[] = [];
let clearing: NodeJS.Timeout | undefined;

type Bytes = Buffer<ArrayBuffer>;

export interface PartMemory {
  readonly bytes: Bytes;
  /**
   * Returns the memory once the request is done. Reuses the buffer only if the request succeeded,
   * because a failed one may still read it.
   */
  isFreeAfter(sent: Promise<unknown>): void;
  /** Returns the memory of a part that was never sent. */
  release(): void;
}

/**
 * Returns a function that gets memory for the next part of a stream.
 *
 * @param reserved memory that the stream has acquired before its first part, and keeps until its end. A
 *   stream that has reserved none lets others that wait go first after each part, so that all progress
 */
export function createPartMemory(
  buffers: BufferBudget,
  partBytes: number,
  signal: AbortSignal,
  reserved?: ReleaseBuffer,
): () => Promise<PartMemory> {
  let unused = reserved;
  let sending = 0;
  let goOn: ((memory: ReleaseBuffer | Promise<ReleaseBuffer>) => void) | undefined;

  /** A sending stream waits for its own parts only, because other streams may wait for a slow client. */
  const acquire = async (): Promise<ReleaseBuffer> => {
    if (sending === 0) return buffers.acquire(partBytes, signal);
    const free = sending < PARTS_IN_MEMORY ? buffers.tryAcquire(partBytes) : undefined;
    if (free) return free;
    const { promise, resolve } = Promise.withResolvers<ReleaseBuffer>();
    goOn = resolve;
    return promise;
  };

  return async () => {
    const kept = unused;
    unused = undefined;
    const returnMemory = kept ?? (await acquire());
    const bytes = takeSpare(partBytes);
    const afterSent = () => {
      sending -= 1;
      const next = goOn;
      goOn = undefined;
      if (returnMemory !== reserved) returnMemory();
      else if (next) return next(reserved);
      else unused = reserved;
      next?.(acquire());
    };
    return {
      bytes,
      release() {
        keepSpare(bytes);
        returnMemory();
      },
      isFreeAfter(sent) {
        sending += 1;
        void sent.then(() => keepSpare(bytes)).then(afterSent, afterSent);
      },
    };
  };
}

function takeSpare(partBytes: number): Bytes {
  const found = partBytes === STREAM_PART_BYTES ? spare.pop() : undefined;
  return found ?? Buffer.allocUnsafeSlow(partBytes);
}

function keepSpare(bytes: Bytes): void {
  if (bytes.length !== STREAM_PART_BYTES || spare.length >= MAX_SPARE) return;
  spare.push(bytes);
  clearTimeout(clearing);
  clearing = setTimeout(clearSpare, SPARE_MS).unref();
}

/** Frees the memory explicitly, because an idle process may not collect garbage for hours. */
function clearSpare(): void {
  for (const { buffer } of spare.splice(0)) buffer.transfer(0);
}
