import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createViewCounter } from './view-counter.ts';

describe('createViewCounter', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const create = (write: (views: ReadonlyMap<string, number>) => Promise<void>) => {
    const errors: unknown[] = [];
    return { errors, counter: createViewCounter(write, (error) => errors.push(error)) };
  };

  it('writes a second of views at once', async () => {
    const written: [string, number][][] = [];
    const { counter } = create(async (views) => void written.push([...views]));
    expect([counter.add('a'), counter.add('a'), counter.add('b')]).toEqual([1, 2, 1]);
    await vi.advanceTimersByTimeAsync(999);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual([
      [
        ['a', 2],
        ['b', 1],
      ],
    ]);
    expect(counter.add('a')).toBe(1);
  });

  it('knows what waits to be written', async () => {
    const { counter } = create(async () => undefined);
    counter.add('a');
    expect([counter.waiting('a'), counter.waiting('b')]).toEqual([1, 0]);
    await counter.flush();
    expect(counter.waiting('a')).toBe(0);
  });

  it('has written everything when close has ended, also what was under way', async () => {
    const written: string[] = [];
    const { counter } = create(async (views) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      written.push(...views.keys());
    });
    counter.add('first');
    void counter.flush();
    counter.add('second');
    const closed = counter.close();
    await vi.advanceTimersByTimeAsync(200);
    await closed;
    expect(written).toEqual(['first', 'second']);
  });

  it('reports a failure, and writes those views once it can', async () => {
    let isDown = true;
    const written: [string, number][] = [];
    const { counter, errors } = create(async (views) => {
      if (isDown) throw new Error('down');
      written.push(...views);
    });
    counter.add('early');
    counter.add('early');
    await counter.flush();
    expect([errors.length, counter.waiting('early')]).toEqual([1, 2]);
    isDown = false;
    counter.add('early');
    counter.add('late');
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toEqual([
      ['early', 3],
      ['late', 1],
    ]);
  });
});
