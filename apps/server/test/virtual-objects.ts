import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ArchivedObject, ArchiveEntry } from '../src/archives/archive-entry.ts';

const MODIFIED = new Date('2026-06-01T09:00:04Z');
/** Length after which the made-up bytes repeat; no power of two, so that a wrong offset shows. */
const PERIOD = 65_521;
const PATTERN = Buffer.from(Array.from({ length: 2 * PERIOD }, (_, at) => (at % PERIOD) % 251));

interface VirtualObject {
  readonly size: number;
  readonly etag: string;
  /** Bytes that are sent; all of them by default. */
  readonly sent?: number;
  readonly error?: Error;
}

/** Bytes of a made-up object from an offset. */
function* patternOf(start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const from = at % PERIOD;
    const length = Math.min(PERIOD, end - at);
    yield PATTERN.subarray(from, from + length);
    at += length;
  }
}

/** Yields to other work after each chunk, as reads of a storage do. */
async function* unhurried(chunks: Iterable<Buffer>) {
  for (const chunk of chunks) {
    await setImmediate();
    yield chunk;
  }
}

/** Store of made-up objects of any size, which counts how it is read. */
export function createVirtualObjects() {
  const objects = new Map<string, VirtualObject>();
  const reads: string[] = [];
  let openBodies = 0;

  const store: ArchivedObject['store'] = {
    async get(key, { range, ifMatch, signal }) {
      signal.throwIfAborted();
      const object = objects.get(key);
      reads.push(range === undefined ? key : `${key} ${range}`);
      if (object?.error) throw object.error;
      if (!object || (ifMatch !== undefined && ifMatch !== object.etag)) return undefined;
      const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const start = Number(first);
      const end = last === '' ? object.size : Number(last) + 1;
      openBodies += 1;
      const body = Readable.from(unhurried(patternOf(start, Math.min(end, object.sent ?? end))), {
        signal,
      });
      // A read that is aborted fails for its consumer.
      body.on('error', () => undefined);
      body.once('close', () => {
        openBodies -= 1;
      });
      const { size, etag } = object;
      const info = { size, etag, contentType: undefined, lastModified: MODIFIED };
      return { ...info, body, contentRange: range, contentLength: end - start };
    },
  };

  return {
    reads,
    openBodies: () => openBodies,
    /** Adds or replaces an object, and returns the entry of its current version. */
    put(name: string, size: number, more: Partial<VirtualObject> = {}): ArchiveEntry {
      objects.set(name, { size, etag: `"${name}-${size}"`, ...more });
      const { etag } = objects.get(name) ?? { etag: '' };
      return { name, modified: MODIFIED, object: { configId: 'c', store, key: name, size, etag } };
    },
    remove: (name: string) => objects.delete(name),
    directory: (name: string): ArchiveEntry => ({ name, modified: MODIFIED, object: undefined }),
    contentOf: (size: number) => Buffer.concat([...patternOf(0, size)]),
  };
}

/** Checksums in memory. */
export function createVirtualChecksums() {
  const known = new Map<string, number>();
  return {
    known,
    find: async (objects: readonly Pick<ArchivedObject, 'key' | 'etag'>[]) =>
      objects.map(({ key, etag }) => known.get(key + etag)),
    remember({ key, etag }: Pick<ArchivedObject, 'key' | 'etag'>, crc32: number) {
      known.set(key + etag, crc32);
    },
  };
}
