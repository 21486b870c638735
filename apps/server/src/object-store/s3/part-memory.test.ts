import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBufferBudget } from '#concurrency/buffer-budget.ts';
import { createPartMemory, STREAM_PART_BYTES } from './part-memory.ts';

const SPARE_MS = 5000;

describe('memory for parts of streams', () => {
  afterEach(() => void vi.useRealTimers());

  const open = () =>
    createPartMemory(
      createBufferBudget(3 * STREAM_PART_BYTES),
      STREAM_PART_BYTES,
      new AbortController().signal,
    );

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
});
