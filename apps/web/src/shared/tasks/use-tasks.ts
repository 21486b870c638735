import { useCallback, useSyncExternalStore } from 'react';
import type { Task } from './task.ts';
import type { TaskSummary } from './task-summary.ts';
import { tasks } from './tasks.ts';

export function useTaskSummary(): TaskSummary {
  return useSyncExternalStore(tasks.subscribe, tasks.summary);
}

export function useTaskIds(): readonly string[] {
  return useSyncExternalStore(tasks.subscribe, tasks.ids);
}

/** One task; undefined after it was removed. Only its own changes cause a render. */
export function useTask(id: string): Task | undefined {
  const subscribe = useCallback((listener: () => void) => tasks.subscribeTo(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => tasks.get(id));
}
