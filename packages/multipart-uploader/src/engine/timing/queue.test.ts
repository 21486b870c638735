import { expect, it } from 'vitest';
import { createSlots } from './queue.ts';

const { signal } = new AbortController();

it('asks each waiter for its priority once, however many wait', async () => {
  const slots = createSlots(1);
  let questions = 0;
  const priority = (): number => {
    questions += 1;
    return 0;
  };
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const all = Array.from({ length: 1000 }, () => slots.run(priority, signal, () => end));
  resolve();
  await Promise.all(all);
  expect(questions).toBe(1000);
});

it('runs a raised waiter first, and equal ones in order of arrival', async () => {
  const slots = createSlots(1);
  const ran: string[] = [];
  const priorities = new Map([
    ['a', 0],
    ['b', 0],
    ['c', 0],
    ['d', 0],
  ]);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const all = [...priorities.keys()].map((name) =>
    slots.run(
      () => priorities.get(name) ?? 0,
      signal,
      async () => {
        ran.push(name);
        await end;
      },
    ),
  );
  priorities.set('c', 1);
  slots.reorder();
  resolve();
  await Promise.all(all);
  expect(ran).toEqual(['a', 'c', 'b', 'd']);
});
