import { useCallback, useSyncExternalStore } from 'react';
import type { Task } from './task.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskSummary } from './task-summary.ts';
import { tasks } from './tasks.ts';

/** Totals of the tab's tasks. */
export function useTaskSummary(): TaskSummary {
  return useSyncExternalStore(tasks.subscribe, tasks.summary);
}

export function useTaskIds(store: TaskStore = tasks): readonly string[] {
  return useSyncExternalStore(store.subscribe, store.ids);
}

/** One task; undefined after it was removed. Only its own changes cause a render. */
export function useTask(id: string, store: TaskStore = tasks): Task | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeTo(id, listener),
    [store, id],
  );
  return useSyncExternalStore(subscribe, () => store.get(id));
}
