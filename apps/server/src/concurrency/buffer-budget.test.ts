import { describe, expect, it } from 'vitest';
import { createBufferBudget } from './buffer-budget.ts';

describe('a buffer budget', () => {
  const { signal } = new AbortController();
  const overloaded = { code: 'server.overloaded', status: 503, details: { seconds: 10 } };

  it('grants as much as there is, and what is returned to those who wait, in turn', async () => {
    const budget = createBufferBudget(10);
    const [first, second] = [await budget.acquire(6, signal), await budget.acquire(4, signal)];
    const order: string[] = [];
    const large = budget.acquire(8, signal).then((release) => {
      order.push('large');
      return release;
    });
    const small = budget.acquire(1, signal).then(() => order.push('small'));
    second();
    second();
    // The small request would fit, but must not overtake the large one for ever.
    expect(budget.tryAcquire(1)).toBeUndefined();
    await Promise.resolve();
    expect(order).toEqual([]);
    first();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('refuses those who would wait too long, and lets those behind them pass', async () => {
    const budget = createBufferBudget(10, 1);
    const release = await budget.acquire(9, signal);
    await expect(budget.acquire(2, signal)).rejects.toMatchObject(overloaded);
    expect(budget.tryAcquire(1)).toBeDefined();
    release();
    expect(budget.tryAcquire(9)).toBeDefined();
  });

  it('keeps no place for a caller that has left', async () => {
    const budget = createBufferBudget(10);
    const release = await budget.acquire(10, signal);
    const caller = new AbortController();
    const gone = budget.acquire(10, caller.signal);
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    release();
    expect(budget.tryAcquire(10)).toBeDefined();
    await expect(budget.acquire(1, caller.signal)).rejects.toThrow('gone');
  });

  it('grants more than it has to one alone, so that a small budget refuses nothing for ever', async () => {
    const budget = createBufferBudget(10);
    const release = await budget.acquire(30, signal);
    expect(budget.tryAcquire(1)).toBeUndefined();
    release();
    expect(budget.tryAcquire(1)).toBeDefined();
    expect(budget.tryAcquire(30)).toBeUndefined();
  });

  it('leaves a third to others, whoever waits for more of one share', async () => {
    const budget = createBufferBudget(9);
    const [stalled, other] = [budget.share(), budget.share()];
    const release = await stalled.acquire(6, signal);
    const waiting = stalled.acquire(3, signal);
    expect(stalled.tryAcquire(1)).toBeUndefined();
    const returnOther = other.tryAcquire(3);
    expect(returnOther).toBeDefined();
    expect(budget.tryAcquire(1)).toBeUndefined();
    returnOther?.();
    expect(other.isFree(3)).toBe(true);
    release();
    await waiting;
    // A storage that uses none of its share gets parts that are larger than that.
    expect(other.isFree(6)).toBe(true);
    expect(other.isFree(7)).toBe(false);
  });
});
