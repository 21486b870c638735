import { createAtom } from '@tanstack/react-store';
import { queueOwner } from '#shared/offline/queue/queue-owner.ts';
import { logOut } from '#shared/session/log-out.ts';
import { hasUnsavedForms, hasUnsavedFormsElsewhere } from '#shared/unsaved/unsaved-forms.ts';
import { hasTasksElsewhere, tasks } from './tasks.ts';

/** Work that a log-out would stop or discard. */
export interface LogOutCosts {
  /** Number of running tasks. */
  readonly tasks: number;
  /** Number of offline changes that no server has received. */
  readonly changes: number;
  /** Whether a form has unsaved changes. */
  readonly hasEdits: boolean;
  /** The same of other tabs, which lose the session, too. */
  readonly elsewhere: { readonly hasTasks: boolean; readonly hasEdits: boolean };
}

export interface LogOutState {
  readonly costs: LogOutCosts;
  /** Whether the question is open. */
  readonly isAsking: boolean;
  readonly isEnding: boolean;
}

const IDLE: LogOutState = {
  costs: {
    ...{ tasks: 0, changes: 0, hasEdits: false },
    elsewhere: { hasTasks: false, hasEdits: false },
  },
  isAsking: false,
  isEnding: false,
};

export const logOutState = createAtom(IDLE);

/** Logs out. Asks first if the log-out would stop tasks, or discard changes or unsaved forms, in any tab. */
export async function requestLogOut(): Promise<void> {
  const [changes, hasTasks, hasEdits] = await Promise.all([
    countWaiting().catch(() => 0),
    hasTasksElsewhere().catch(() => false),
    hasUnsavedFormsElsewhere().catch(() => false),
  ]);
  const own = { tasks: tasks.summary().underWay, changes, hasEdits: hasUnsavedForms() };
  const costs = { ...own, elsewhere: { hasTasks, hasEdits } };
  const isFree = own.tasks + changes === 0 && !own.hasEdits && !hasTasks && !hasEdits;
  if (isFree) await confirmLogOut();
  else logOutState.set({ ...IDLE, costs, isAsking: true });
}

/** Imports the database's code on demand, because users seldom log out. */
async function countWaiting(): Promise<number> {
  const { queue } = await import('#shared/offline/queue/queue.ts');
  return (await queue.listOf(queueOwner())).length;
}

export async function confirmLogOut(): Promise<void> {
  logOutState.set((state) => ({ ...state, isAsking: false, isEnding: true }));
  await logOut().finally(() => logOutState.set(IDLE));
}

export function cancelLogOut(): void {
  // Keeps the question's content while the dialog fades out.
  logOutState.set((state) => ({ ...state, isAsking: false }));
}
