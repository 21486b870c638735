import { orAborted } from './clock.ts';

export interface Slots {
  /** Runs when a slot is free: the highest priority first, then in order of arrival. */
  run<T>(priority: () => number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

/** A limited number of slots, for files and for connections alike. */
export function createSlots(limit: number): Slots {
  /** Who waits, by what lets them in. */
  const priorities = new Map<() => void, () => number>();
  let free = limit;

  function admitNext(): void {
    // Sorted now and not on arrival, so that a changed priority counts; equals keep their order.
    const [[admit] = []] = [...priorities].sort(([, one], [, other]) => other() - one());
    if (!free || !admit) return;
    free -= 1;
    priorities.delete(admit);
    admit();
  }

  return {
    async run(priority, signal, task) {
      const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
      priorities.set(admit, priority);
      admitNext();
      try {
        await orAborted(admitted, signal);
        return await task();
      } finally {
        // Whoever waits no more has held a slot.
        if (!priorities.delete(admit)) free += 1;
        admitNext();
      }
    },
  };
}
