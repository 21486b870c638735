import { expect, it } from 'vitest';
import { systemClock, withTimeout } from './clock.ts';

it('no time limit is none, though timers take no more than 31 bits', async () => {
  const { signal } = new AbortController();
  const work = () => new Promise<string>((done) => void systemClock.after(20, () => done('done')));
  expect(await withTimeout(systemClock, Number.POSITIVE_INFINITY, signal, work)).toBe('done');
});
