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
  const waiters = new Set<Waiter>();
  let free = limit;

  function admitNext(): void {
    // Sorted now and not on arrival, so that a changed priority counts; equals keep their order.
    const [next] = [...waiters].sort((one, other) => other.priority() - one.priority());
    if (free === 0 || next === undefined) return;
    free -= 1;
    waiters.delete(next);
    next.admit();
  }

  return {
    async run(priority, signal, task) {
      const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
      const waiter = { priority, admit };
      waiters.add(waiter);
      admitNext();
      try {
        await orAborted(admitted, signal);
        return await task();
      } finally {
        // Whoever waits no more has held a slot.
        if (!waiters.delete(waiter)) free += 1;
        admitNext();
      }
    },
  };
}
