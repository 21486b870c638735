import { orAborted } from './clock.ts';

export interface Slots {
  /** Resolves when a slot is free: the highest priority first, then in order of arrival. */
  run<T>(priority: () => number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

/** A limited number of slots, for files and for connections alike. */
export function createSlots(limit: number): Slots {
  /** Everybody who waits, each with the function that gives them their slot. */
  const priorities = new Map<() => void, () => number>();
  let free = limit;

  function admitNext(): void {
    // Asked first, because thousands may wait, and sorting them for nothing would take seconds.
    if (!free) return;
    // Sorted when a slot is free and not on arrival, because priorities may change meanwhile.
    const [[admit] = []] = [...priorities].sort(([, one], [, other]) => other() - one());
    if (!admit) return;
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
        // Somebody who is not waiting any more has a slot, which is now free.
        if (!priorities.delete(admit)) free += 1;
        admitNext();
      }
    },
  };
}
