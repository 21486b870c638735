import { orAborted } from './clock.ts';

export interface Slots {
  /** Resolves when a slot is free: the highest priority first, then in order of arrival. */
  run<T>(priority: () => number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** Applies changed priorities. */
  reorder(): void;
  /** Changes the limit. Tasks above a smaller one are not interrupted. */
  resize(limit: number): void;
}

interface Waiter {
  readonly admit: () => void;
  readonly priority: () => number;
}

/** Limits the number of concurrent tasks. Used for files and for connections. */
export function createSlots(initialLimit: number): Slots {
  /** Waiters in order of arrival. */
  const waiting = new Set<Waiter>();
  /** Waiters by priority, so that admitting one costs the same for any number of them. */
  const queues = new Map<number, Set<Waiter>>();
  let limit = initialLimit;
  let running = 0;

  function enqueue(waiter: Waiter): void {
    const priority = waiter.priority();
    const queue = queues.get(priority) ?? new Set();
    queues.set(priority, queue.add(waiter));
  }

  /** Removes a waiter. Returns false if it has already been admitted. */
  function leave(waiter: Waiter): boolean {
    for (const [priority, queue] of queues) {
      if (queue.delete(waiter) && queue.size === 0) queues.delete(priority);
    }
    return waiting.delete(waiter);
  }

  function admitNext(): void {
    if (running >= limit) return;
    const [next] = queues.get(Math.max(...queues.keys())) ?? [];
    if (!next) return;
    running += 1;
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
        if (!leave(waiter)) running -= 1;
        admitNext();
      }
    },
    reorder() {
      queues.clear();
      for (const waiter of waiting) enqueue(waiter);
    },
    resize(newLimit) {
      const more = newLimit - limit;
      limit = newLimit;
      for (let admitted = 0; admitted < more; admitted += 1) admitNext();
    },
  };
}
