import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

it('a form learns that its change is being sent before the next event, so that no second click sends it twice', async () => {
  const change = new MutationObserver(queryClient, { mutationFn: () => new Promise(() => {}) });
  const states: boolean[] = [];
  // Subscribes like `useMutation`.
  const note = notifyManager.batchCalls(() => states.push(change.getCurrentResult().isPending));
  const stop = change.subscribe(note);
  void change.mutate();
  // Microtasks run before the browser dispatches another event, timers after it.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(states).toEqual([true]);
  stop();
});
