import { createAtom } from '@tanstack/react-store';
import { queueOwner } from '#shared/offline/queue/queue-owner.ts';
import { logOut } from '#shared/session/log-out.ts';
import { tasks } from './tasks.ts';

/** Work that a log-out would end or discard. */
export interface LogOutCosts {
  /** Tasks that are under way. */
  readonly tasks: number;
  /** Changes made offline that no server has yet. */
  readonly changes: number;
}

export interface LogOutState {
  readonly costs: LogOutCosts;
  /** While it is asked whether they may be. */
  readonly isAsking: boolean;
  readonly isEnding: boolean;
}

const IDLE: LogOutState = { costs: { tasks: 0, changes: 0 }, isAsking: false, isEnding: false };

export const logOutState = createAtom(IDLE);

/** Logs out, after a question where that would cost something. */
export async function requestLogOut(): Promise<void> {
  const changes = await countWaiting().catch(() => 0);
  const costs = { tasks: tasks.summary().underWay, changes };
  if (costs.tasks + costs.changes > 0) logOutState.set({ ...IDLE, costs, isAsking: true });
  else await confirmLogOut();
}

/** The database's code is not loaded for a button that is seldom pressed. */
async function countWaiting(): Promise<number> {
  const { queue } = await import('#shared/offline/queue/queue.ts');
  return (await queue.listOf(queueOwner())).length;
}

export async function confirmLogOut(): Promise<void> {
  logOutState.set((state) => ({ ...state, isAsking: false, isEnding: true }));
  await logOut().finally(() => logOutState.set(IDLE));
}

export function cancelLogOut(): void {
  // Keeps the question's content while the dialog fades.
  logOutState.set((state) => ({ ...state, isAsking: false }));
}
