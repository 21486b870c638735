import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { createTaskStore, type TaskStore } from './task-store.ts';

/** Tasks of this tab, which belong to the current user. */
export const tasks = createTaskStore();

/** Owner of the tasks, even while the owner is logged out. */
let owner = ownerOf(getSession());

onOwnerChange((next, reason) => {
  if (next === owner) return;
  // After an expired session the same user's next login resumes the tasks, because their files are still in
  // memory.
  if (next === '' && reason !== null && reason !== 'logout') pauseAll();
  else {
    leaveAll();
    owner = next;
  }
});

export function pauseAll(): void {
  pauseTasks(tasks);
}

export function resumeAll(): void {
  resumeTasks(tasks);
}

export function pauseTasks(store: TaskStore): void {
  for (const id of store.ids()) store.get(id)?.pause?.();
}

export function resumeTasks(store: TaskStore): void {
  // Resumes in the order of the list.
  for (const id of store.ids()) {
    const task = store.get(id);
    if (task?.state === 'paused') task.resume?.();
  }
}

/** Removes all tasks. Stops running ones; resumable data stays. */
export function leaveAll(): void {
  const ids = tasks.ids();
  for (const id of ids) tasks.get(id)?.leave();
  tasks.remove(ids);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// Listens only while tasks run, because the listener prevents browsers from caching the page for "Back".
tasks.subscribe(() => {
  if (tasks.summary().underWay > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

followNetwork(tasks);

/** Shows in the tasks of a store when the browser loses the network. Returns a function that stops it. */
export function followNetwork(store: TaskStore): () => void {
  // Updates the tasks here, because a request may hang for a while before it fails, and its speed would stay.
  function showOffline(): void {
    for (const id of store.ids()) {
      const task = store.get(id);
      if (task?.state !== 'running') continue;
      const progress = { ...task.progress, bytesPerSecond: 0, timeLeftMs: null };
      store.update(id, { state: 'offline', progress });
    }
  }
  function showOnline(): void {
    for (const id of store.ids()) {
      if (store.get(id)?.state === 'offline') store.update(id, { state: 'running' });
    }
  }
  window.addEventListener('offline', showOffline);
  window.addEventListener('online', showOnline);
  return () => {
    window.removeEventListener('offline', showOffline);
    window.removeEventListener('online', showOnline);
  };
}
