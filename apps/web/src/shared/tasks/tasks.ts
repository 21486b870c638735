import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { createTaskStore } from './task-store.ts';

/** The tasks of this tab, whoever is logged in; never those of somebody before. */
export const tasks = createTaskStore();

/** Owner of the tasks, who may be logged out at the moment. */
let owner = ownerOf(getSession());

onOwnerChange((next, reason) => {
  if (next === owner) return;
  // An expired session resumes with the next log-in of the same user, whose files are still here.
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
  // The first that is to go on is asked first.
  for (const id of tasks.ids()) {
    const task = tasks.get(id);
    if (task?.state === 'paused') task.resume?.();
  }
}

/** Forgets all tasks; those under way stop, and what can be resumed later stays. */
export function leaveAll(): void {
  const ids = tasks.ids();
  for (const id of ids) tasks.get(id)?.leave();
  tasks.remove(ids);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// Listened to only while there is something to lose: with it, browsers keep no page for "Back".
tasks.subscribe(() => {
  if (tasks.summary().underWay > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

// Told here, because a request may hang for a while before it fails, and its speed would stay.
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
