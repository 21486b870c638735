import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createVirtualChecksums, createVirtualObjects } from '../../test/virtual-objects.ts';
import { createBufferBudget } from '../concurrency/buffer-budget.ts';
import { createArchives } from './archives.ts';

const { signal } = new AbortController();
const GIBIBYTE = 1024 ** 3;

describe('a large archive (SECURITY 10)', () => {
  it('of 100,000 files is whole, in zip64, and takes no more memory than a small one', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const objects = createVirtualObjects();
    const { object } = objects.put('x', 20);
    const modified = new Date();
    async function* many() {
      for (let at = 0; at < 100_000; at += 1) yield { name: `files/${at}.txt`, modified, object };
    }
    const archives = createArchives({
      checksums: createVirtualChecksums(),
      buffers: createBufferBudget(1024 ** 2),
    });
    const made = await archives.plan(many, signal);
    const heap: number[] = [];
    let length = 0;
    let tail = Buffer.alloc(0);
    for await (const chunk of made.read({ start: 0, end: made.size }, signal)) {
      const before = length;
      length += (chunk as Buffer).length;
      if (Math.floor(before / 2e6) < Math.floor(length / 2e6)) {
        collect();
        heap.push(process.memoryUsage().heapUsed);
        objects.reads.splice(0);
      }
      tail = Buffer.concat([tail.subarray(-100), chunk as Buffer]);
    }
    expect(length).toBe(made.size);
    expect(tail.readUInt32LE(tail.length - 98)).toBe(0x0606_4b50);
    expect(Number(tail.readBigUInt64LE(tail.length - 98 + 32))).toBe(100_000);
    expect(Math.max(...heap) - (heap[0] ?? 0)).toBeLessThan(4 * 1024 ** 2);
  });

  it('has files and offsets of 4 GiB and more, and is resumed behind them without reading them', async () => {
    const objects = createVirtualObjects();
    const checksums = createVirtualChecksums();
    const entries = [objects.put('huge', 5 * GIBIBYTE), objects.put('after', 10)];
    checksums.known.set(`huge"huge-${5 * GIBIBYTE}"`, 0x1234_5678);
    const archives = createArchives({ checksums, buffers: createBufferBudget(1024 ** 2) });
    const made = await archives.plan(async function* each() {
      yield* entries;
    }, signal);
    const start = 5 * GIBIBYTE - 100;
    const tail = await buffer(made.read({ start, end: made.size }, signal));
    expect(objects.reads.toSorted()).toEqual([
      'after',
      expect.stringMatching(/^huge bytes=5368708\d{3}-5368709119$/),
    ]);
    const descriptor = tail.indexOf(Buffer.from('PK\x07\x08'));
    expect(tail.readUInt32LE(descriptor + 4)).toBe(0x1234_5678);
    expect(Number(tail.readBigUInt64LE(descriptor + 8))).toBe(5 * GIBIBYTE);
    expect(tail.length).toBe(made.size - start);
  });
});
