import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#clock';
import type { ObjectStore } from './object-store.ts';
import { watchObjectStore } from './watched-object-store.ts';

/** A bucket of one object whose writes are answered when the test says so. */
function openSlowBucket() {
  let stored = { size: 0, etag: '', contentType: undefined, lastModified: undefined };
  let heads = 0;
  const told: number[] = [];
  const answers = new Map<number, () => void>();
  const bucket: Pick<ObjectStore, 'put' | 'head'> = {
    async put(_key, _body, { size = 0 }) {
      const version = { ...stored, size };
      stored = version;
      await new Promise<void>((resolve) => answers.set(size, resolve));
      return version;
    },
    async head() {
      heads += 1;
      return stored;
    },
  };
  const watch = {
    written: (_configId: string, objects: readonly { size: number }[]) =>
      void told.push(...objects.map(({ size }) => size)),
    removed: () => undefined,
  };
  const store = watchObjectStore(bucket as ObjectStore, 'config', watch, systemClock);
  const { signal } = new AbortController();
  return {
    told,
    heads: () => heads,
    put: (size: number) =>
      store.put('key', Readable.from([]), { contentType: 'text/plain', size, signal }),
    answer: (size: number) => answers.get(size)?.(),
  };
}

describe('a watched bucket (SPEC 8)', () => {
  it('is told last what stays, whichever write of a key is answered last', async () => {
    const { put, answer, told } = openSlowBucket();
    const writes = [put(1), put(2), put(3)];
    for (const size of [3, 1, 2]) answer(size);
    expect((await Promise.all(writes)).map(({ size }) => size)).toEqual([1, 2, 3]);
    expect(told.at(-1)).toBe(3);
  });

  it('asks the storage nothing for a write that was alone', async () => {
    const { put, answer, told, heads } = openSlowBucket();
    for (const size of [1, 2]) {
      const written = put(size);
      answer(size);
      await written;
    }
    expect(told).toEqual([1, 2]);
    expect(heads()).toBe(0);
  });
});
