import { expect, it } from 'vitest';
import { createSlots } from './queue.ts';

it('does not look through those who wait while no slot is free', async () => {
  const slots = createSlots(1);
  const { signal } = new AbortController();
  let questions = 0;
  const priority = (): number => {
    questions += 1;
    return 0;
  };
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const first = slots.run(priority, signal, () => end);
  const others = Array.from({ length: 1000 }, () =>
    slots.run(priority, signal, async () => undefined),
  );
  expect(questions).toBe(0);
  resolve();
  await Promise.all([first, ...others]);
  expect(questions).toBeGreaterThan(0);
});
