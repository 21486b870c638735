import { type BufferBudget, DEFAULT_BUFFER_BYTES } from '#concurrency/buffer-budget.ts';

/**
 * Smallest part of a stream. 10,000 of them have room for 78 GiB, which is the most where no length is
 * told. Larger ones than that are cut as large as they have to be.
 */
export const STREAM_PART_BYTES = 8 * 1024 * 1024;
/** Parts of one stream in memory: one is filled while two are sent. */
const PARTS_IN_MEMORY = 3;
/** Buffers that wait for the next part: as many as the default budget has room for. */
const MAX_SPARE = DEFAULT_BUFFER_BYTES / STREAM_PART_BYTES;
/** How long they wait. */
const SPARE_MS = 5000;

/** A new buffer for each part would fill memory until the next garbage collection. */
const spare: Bytes[] = [];
let clearing: NodeJS.Timeout | undefined;

type Bytes = Buffer<ArrayBuffer>;

export interface PartMemory {
  readonly bytes: Bytes;
  /** Returns the memory with the request, and reuses it unless that broke: it may still be read then. */
  isFreeAfter(sent: Promise<unknown>): void;
  /** Returns the memory of a part that was never sent. */
  release(): void;
}

/** Returns a function that gets memory for one part of a stream after the other. */
export function createPartMemory(
  buffers: BufferBudget,
  partBytes: number,
  signal: AbortSignal,
): () => Promise<PartMemory> {
  const sending = new Set<Promise<void>>();

  /** A stream that sends waits for its own parts: the others may wait for a client that is slow. */
  const acquire = async () => {
    while (sending.size > 0) {
      const free = sending.size < PARTS_IN_MEMORY ? buffers.tryAcquire(partBytes) : undefined;
      if (free) return free;
      await Promise.race(sending);
    }
    return buffers.acquire(partBytes, signal);
  };

  return async () => {
    const returnMemory = await acquire();
    const bytes = takeSpare(partBytes);
    const release = () => {
      keepSpare(bytes);
      returnMemory();
    };
    return {
      bytes,
      release,
      isFreeAfter(sent) {
        const freed = sent.then(release, returnMemory);
        sending.add(freed);
        void freed.then(() => sending.delete(freed));
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

/** Frees the memory itself: an idle process may collect no garbage for hours. */
function clearSpare(): void {
  for (const { buffer } of spare.splice(0)) buffer.transfer(0);
}
