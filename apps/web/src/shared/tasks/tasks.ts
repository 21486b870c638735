import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { createTaskStore } from './task-store.ts';

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
  for (const id of tasks.ids()) tasks.get(id)?.pause?.();
}

export function resumeAll(): void {
  // Resumes in the order of the list.
  for (const id of tasks.ids()) {
    const task = tasks.get(id);
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

// Updates the tasks here, because a request may hang for a while before it fails, and its speed would stay.
window.addEventListener('offline', () => {
  for (const id of tasks.ids()) {
    const task = tasks.get(id);
    if (task?.state !== 'running') continue;
    const progress = { ...task.progress, bytesPerSecond: 0, timeLeftMs: null };
    tasks.update(id, { state: 'offline', progress });
  }
});
window.addEventListener('online', () => {
  for (const id of tasks.ids()) {
    if (tasks.get(id)?.state === 'offline') tasks.update(id, { state: 'running' });
  }
});
