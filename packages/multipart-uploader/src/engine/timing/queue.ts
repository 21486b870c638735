import { orAborted } from './clock.ts';

export interface Slots {
  /** Resolves when a slot is free: the highest priority first, then in order of arrival. */
  run<T>(priority: () => number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** Reads all priorities again; called after one has changed. */
  reorder(): void;
}

interface Waiter {
  readonly admit: () => void;
  readonly priority: () => number;
}

/** Limits the number of concurrent tasks, for files and for connections alike. */
export function createSlots(limit: number): Slots {
  /** Waiters in order of arrival. */
  const waiting = new Set<Waiter>();
  /** Waiters by priority, so that admitting one costs the same however many wait. */
  const queues = new Map<number, Set<Waiter>>();
  let free = limit;

  function enqueue(waiter: Waiter): void {
    const priority = waiter.priority();
    const queue = queues.get(priority) ?? new Set();
    queues.set(priority, queue.add(waiter));
  }

  /** Returns false for a waiter that was admitted. */
  function leave(waiter: Waiter): boolean {
    for (const [priority, queue] of queues) {
      if (queue.delete(waiter) && queue.size === 0) queues.delete(priority);
    }
    return waiting.delete(waiter);
  }

  function admitNext(): void {
    if (free === 0 || waiting.size === 0) return;
    const [next] = queues.get(Math.max(...queues.keys())) ?? [];
    if (!next) return;
    free -= 1;
    leave(next);
    next.admit();
  }

  return {
    async run(priority, signal, task) {
      const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
      const waiter = { admit, priority };
      waiting.add(waiter);
      enqueue(waiter);
      admitNext();
      try {
        await orAborted(admitted, signal);
        return await task();
      } finally {
        if (!leave(waiter)) free += 1;
        admitNext();
      }
    },
    reorder() {
      queues.clear();
      for (const waiter of waiting) enqueue(waiter);
    },
  };
}
