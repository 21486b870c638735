import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import PQueue from 'p-queue';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import { bareEtag } from '#object-store/etag.ts';
import type { ArchivedObject, ByteRange } from './archive-entry.ts';
import type { Checksums } from './checksums.ts';
import { SMALL_BYTES } from './layout.ts';

/** Objects that the process reads concurrently only for their checksum. */
const CONCURRENT_LARGE = 4;
const CONCURRENT_SMALL = 16;

export type ObjectReader = ReturnType<typeof createObjectReader>;

/** Reads objects for archives. Every read fails with `file_system.changed` if the version is gone. */
export function createObjectReader(
  checksums: Pick<Checksums, 'find' | 'remember'>,
  buffers: Pick<BufferBudget, 'tryAcquire'>,
) {
  const hashingLarge = new PQueue({ concurrency: CONCURRENT_LARGE });
  // A queue of their own, so that small files do not wait for large ones of other archives.
  const hashingSmall = new PQueue({ concurrency: CONCURRENT_SMALL });

  const open = async (object: ArchivedObject, { start, end }: ByteRange, signal: AbortSignal) => {
    const { store, key, size, etag } = object;
    const range = end - start < size ? `bytes=${start}-${end - 1}` : undefined;
    const found = await store.get(key, { range, ifMatch: etag, signal });
    const isSame =
      found && bareEtag(found.etag) === bareEtag(etag) && found.contentLength === end - start;
    if (isSame) return found.body;
    found?.body.destroy();
    throw new AppError('file_system.changed');
  };
  /** Yields exactly the bytes of the range. */
  async function* read(object: ArchivedObject, range: ByteRange, signal: AbortSignal) {
    let left = range.end - range.start;
    for await (const chunk of await open(object, range, signal)) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk as Buffer;
    }
    if (left !== 0) throw new AppError('file_system.changed');
  }
  /** Yields the whole object, and remembers its checksum. */
  async function* readWhole(object: ArchivedObject, signal: AbortSignal) {
    let checksum = 0;
    for await (const chunk of read(object, { start: 0, end: object.size }, signal)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    checksums.remember(object, checksum);
    return checksum;
  }
  const hash = async (object: ArchivedObject, signal: AbortSignal): Promise<number> => {
    const chunks = readWhole(object, signal);
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) return value;
    }
  };
  const checksumsOf = async (
    objects: readonly (ArchivedObject | undefined)[],
    signal: AbortSignal,
  ) => {
    const filled = objects.filter((object) => isFilled(object));
    const known = new Map((await checksums.find(filled)).map((crc, at) => [filled[at], crc]));
    const isDone = new AbortController();
    const until = AbortSignal.any([signal, isDone.signal]);
    try {
      return await Promise.all(
        objects.map(async (object) => {
          if (!isFilled(object)) return 0;
          const queue = object.size > SMALL_BYTES ? hashingLarge : hashingSmall;
          return known.get(object) ?? queue.add(() => hash(object, until), { signal: until });
        }),
      );
    } finally {
      // Ends the other reads when one has failed.
      isDone.abort();
    }
  };

  return {
    read,
    readWhole,
    /** Returns the checksums in the order of the objects; reads the objects whose checksum is unknown. */
    checksumsOf,
    /**
     * Starts to read a small object into memory, and remembers its checksum. Undefined if the memory is
     * not free.
     */
    prefetch(object: ArchivedObject, signal: AbortSignal) {
      const release = buffers.tryAcquire(object.size);
      if (!release) return undefined;
      const reading = open(object, { start: 0, end: object.size }, signal).then(async (body) => {
        const bytes = await buffer(body);
        if (bytes.length !== object.size) throw new AppError('file_system.changed');
        const checksum = crc32(bytes);
        checksums.remember(object, checksum);
        return { bytes, checksum };
      });
      // The consumer reports the failure; this only avoids an "unhandled rejection".
      reading.catch(() => undefined);
      return { reading, release };
    },
  };
}

/** False for directories and empty files, whose checksum is 0. */
function isFilled(object: ArchivedObject | undefined): object is ArchivedObject {
  return object !== undefined && object.size > 0;
}
