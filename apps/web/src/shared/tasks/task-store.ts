import type { Task } from './task.ts';
import { createTaskTotals, type TaskSummary } from './task-summary.ts';

/** Interval at which listeners are notified. Twenty times a second looks smooth. */
const TELL_AFTER_MS = 50;

/** Store of a tab's tasks. A change costs the same with thousands of tasks. */
export interface TaskStore {
  /** The newest batch first, and the tasks of a batch in the order of adding. */
  ids(): readonly string[];
  get(id: string): Task | undefined;
  summary(): TaskSummary;
  add(added: readonly Task[]): void;
  /** Ignores tasks that were removed. */
  update<Kind extends Task>(id: string, change: Partial<Kind>): void;
  remove(ids: readonly string[]): void;
  /** Notifies the listener after changes, several together. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Notifies the listener after a change of this task. */
  subscribeTo(id: string, listener: () => void): () => void;
}

export function createTaskStore(): TaskStore {
  const tasks = new Map<string, Task>();
  const totals = createTaskTotals();
  const teller = createTeller();
  let ids: readonly string[] = [];
  let summary = totals.summary();

  function publish(changed: Iterable<string>): void {
    summary = totals.summary();
    teller.tell(changed);
  }

  return {
    ids: () => ids,
    get: (id) => tasks.get(id),
    summary: () => summary,
    add(added) {
      for (const task of added) {
        tasks.set(task.id, task);
        totals.add(task);
      }
      ids = [...added.map(({ id }) => id), ...ids];
      summary = totals.summary();
      // A new task answers a click, so it does not wait for other changes.
      teller.tellNow();
    },
    update(id, change) {
      const task = tasks.get(id);
      if (!task) return;
      const changed: Task = { ...task, ...change };
      tasks.set(id, changed);
      totals.change(task, changed);
      publish([id]);
    },
    remove(removed) {
      const gone = new Set(removed);
      for (const id of gone) {
        const task = tasks.get(id);
        if (task) totals.remove(task);
        tasks.delete(id);
      }
      ids = ids.filter((id) => !gone.has(id));
      publish(gone);
    },
    subscribe: teller.subscribe,
    subscribeTo: teller.subscribeTo,
  };
}

/** Collects changed ids and notifies listeners after a delay. */
function createTeller() {
  const listeners = new Set<() => void>();
  const listenersOf = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const notified = [...changed];
    changed.clear();
    for (const listener of listeners) listener();
    for (const id of notified) for (const listener of listenersOf.get(id) ?? []) listener();
  }

  return {
    tell(ids: Iterable<string>): void {
      for (const id of ids) changed.add(id);
      if (timer === undefined) timer = setTimeout(flush, TELL_AFTER_MS);
    },
    tellNow: flush,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeTo(id: string, listener: () => void): () => void {
      const those = listenersOf.get(id) ?? new Set();
      listenersOf.set(id, those.add(listener));
      return () => {
        those.delete(listener);
        if (those.size === 0) listenersOf.delete(id);
      };
    },
  };
}
