import { orAborted } from './clock.ts';

interface Waiter {
  readonly priority: () => number;
  isAdmitted: boolean;
  admit: () => void;
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
    const highest = Math.max(...waiters.map(({ priority }) => priority()));
    const index = waiters.findIndex(({ priority }) => priority() === highest);
    for (const waiter of waiters.splice(index, 1)) {
      free -= 1;
      waiter.isAdmitted = true;
      waiter.admit();
    }
  }

  function leave(waiter: Waiter): void {
    if (waiter.isAdmitted) free += 1;
    else waiters.splice(waiters.indexOf(waiter), 1);
    admitNext();
  }

  return {
    async run(priority, signal, task) {
      const waiter: Waiter = { priority, isAdmitted: false, admit: () => {} };
      const admitted = new Promise<void>((resolve) => {
        waiter.admit = resolve;
      });
      waiters.push(waiter);
      admitNext();
      try {
        await orAborted(admitted, signal);
        return await task();
      } finally {
        leave(waiter);
      }
    },
  };
}
