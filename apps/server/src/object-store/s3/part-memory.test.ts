import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBufferBudget, type ReleaseBuffer } from '#concurrency/buffer-budget.ts';
import { createPartMemory, STREAM_PART_BYTES } from './part-memory.ts';

const SPARE_MS = 5000;

describe('memory for parts of streams', () => {
  afterEach(() => void vi.useRealTimers());

  const open = (buffers = createBufferBudget(3 * STREAM_PART_BYTES), reserved?: ReleaseBuffer) =>
    createPartMemory(buffers, STREAM_PART_BYTES, new AbortController().signal, reserved);

  it('is used again by the next part, and given back to the system where none follows', async () => {
    vi.useFakeTimers();
    const next = open();
    const first = await next();
    first.release();
    const second = await open()();
    expect(second.bytes.buffer).toBe(first.bytes.buffer);
    second.release();
    expect(second.bytes.length).toBe(STREAM_PART_BYTES);
    vi.advanceTimersByTime(SPARE_MS);
    // Freed without garbage collection, which an idle server does not run.
    expect(second.bytes.buffer.detached).toBe(true);
    expect((await next()).bytes.length).toBe(STREAM_PART_BYTES);
  });

  it('is not used again after a request that broke, which may still read it', async () => {
    const next = open();
    const broken = await next();
    broken.isFreeAfter(Promise.reject(new Error('broken')));
    const other = await next();
    expect(other.bytes.buffer).not.toBe(broken.bytes.buffer);
    expect(broken.bytes.length).toBe(STREAM_PART_BYTES);
  });

  it.each([
    ['that has reserved it keeps it from part to part', true, true, ['itself', 'other']],
    ['that has reserved it keeps it while its client is slow', true, false, ['itself', 'other']],
    ['gives it to another that waits after each part', false, true, ['other', 'itself']],
  ])('a stream %s', async (_, isReserved, isEarly, expected) => {
    const buffers = createBufferBudget(STREAM_PART_BYTES);
    const next = open(buffers, isReserved ? buffers.tryAcquire(STREAM_PART_BYTES) : undefined);
    const first = await next();
    const order: string[] = [];
    const take = async (name: string, part: ReturnType<typeof next>) => {
      const { release } = await part;
      order.push(name);
      release();
    };
    const others = take('other', open(buffers)());
    const sent = Promise.withResolvers<void>();
    first.isFreeAfter(sent.promise);
    const early = isEarly ? take('itself', next()) : undefined;
    sent.resolve();
    await setImmediate();
    await Promise.all([early ?? take('itself', next()), others]);
    expect(order).toEqual(expected);
    expect(buffers.isFree(STREAM_PART_BYTES)).toBe(true);
  });

  it('counts once if it was reserved for the first part', async () => {
    const buffers = createBufferBudget(STREAM_PART_BYTES);
    const next = open(buffers, buffers.tryAcquire(STREAM_PART_BYTES));
    (await next()).release();
    expect(buffers.isFree(STREAM_PART_BYTES)).toBe(true);
    (await next()).release();
  });
});
