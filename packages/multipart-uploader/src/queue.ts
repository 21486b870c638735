import { orAborted } from './clock.ts';

interface Waiter {
  readonly priority: () => number;
  readonly admit: () => void;
}

export interface Slots {
  /** Runs when a slot is free: the highest priority first, then in order of arrival. */
  run<T>(priority: () => number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

/** A limited number of slots, for files and for connections alike. */
export function createSlots(limit: number): Slots {
  const waiters: Waiter[] = [];
  let free = limit;

  function admitNext(): void {
    if (free === 0 || waiters.length === 0) return;
    // Asked now and not on arrival, so that a changed priority counts.
    const highest = Math.max(...waiters.map((waiter) => waiter.priority()));
    const index = waiters.findIndex((waiter) => waiter.priority() === highest);
    const [next] = waiters.splice(index, 1);
    free -= 1;
    next?.admit();
  }

  function release(): void {
    free += 1;
    admitNext();
  }

  return {
    async run(priority, signal, task) {
      const { promise: admitted, resolve } = Promise.withResolvers<void>();
      let isAdmitted = false;
      const waiter: Waiter = {
        priority,
        admit: () => {
          isAdmitted = true;
          resolve();
        },
      };
      waiters.push(waiter);
      admitNext();
      try {
        await orAborted(admitted, signal);
        return await task();
      } finally {
        if (isAdmitted) release();
        else waiters.splice(waiters.indexOf(waiter), 1);
      }
    },
  };
}
