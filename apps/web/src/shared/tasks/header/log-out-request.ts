import { createAtom } from '@tanstack/react-store';
import { queueOwner } from '#shared/offline/queue/queue-owner.ts';
import { logOut } from '#shared/session/log-out.ts';
import { hasUnsavedForms, hasUnsavedFormsElsewhere } from '#shared/unsaved/unsaved-forms.ts';
import { tasks } from '../tasks.ts';

/** Work that a log-out would stop or discard. */
export interface LogOutCosts {
  /** Number of running tasks. */
  readonly tasks: number;
  /** Number of offline changes that no server has received. */
  readonly changes: number;
  /** Whether a form has unsaved changes. */
  readonly hasEdits: boolean;
  /** Whether a form of another tab has, which loses the session, too. Its uploads can be resumed. */
  readonly hasEditsElsewhere: boolean;
}

export interface LogOutState {
  readonly costs: LogOutCosts;
  /** Whether the question is open. */
  readonly isAsking: boolean;
  readonly isEnding: boolean;
}

const IDLE: LogOutState = {
  costs: { tasks: 0, changes: 0, hasEdits: false, hasEditsElsewhere: false },
  isAsking: false,
  isEnding: false,
};

export const logOutState = createAtom(IDLE);

/** Logs out. Asks first if the log-out would stop tasks of this tab, or discard changes or unsaved forms. */
export async function requestLogOut(): Promise<void> {
  const [changes, hasEditsElsewhere] = await Promise.all([
    countWaiting().catch(() => 0),
    hasUnsavedFormsElsewhere().catch(() => false),
  ]);
  const hasEdits = hasUnsavedForms();
  const costs = { tasks: tasks.summary().underWay, changes, hasEdits, hasEditsElsewhere };
  if (costs.tasks + costs.changes > 0 || hasEdits || hasEditsElsewhere)
    logOutState.set({ ...IDLE, costs, isAsking: true });
  else await confirmLogOut();
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
