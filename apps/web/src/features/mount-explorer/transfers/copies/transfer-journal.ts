import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** One entry that is copied or moved, as far as it is. */
export interface JournaledStep {
  readonly sourcePath: string;
  /** Target path; the server may choose another name for a copy. */
  readonly targetPath: string;
  /** Whether what is there is replaced. */
  readonly replaces: boolean;
  readonly state: 'waiting' | 'begun' | 'ended';
  /** By which the server is asked how far it is. */
  readonly operationId?: string;
  /** Set of a folder from which all was moved before: it goes if nothing is left in it. */
  readonly isEmptied?: true;
}

/** A copy or a move that goes on after a reload. */
export interface JournaledTransfer {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly isMove: boolean;
  readonly steps: readonly JournaledStep[];
}

const STORED_AS = 'satchel-entry-transfers';

/** More would be much to write after each step. */
const STEPS_MAX = 1000;

/*
 * Kept for the tab, and so across reloads. Another tab must not do the same a second time, and when the
 * tab is closed the server finishes what it has begun.
 */
function readAll(): readonly JournaledTransfer[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]') as JournaledTransfer[];
  } catch {
    return [];
  }
}

function writeAll(transfers: readonly JournaledTransfer[]): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(transfers));
  } catch {
    // Storage may be blocked. Then nothing resumes after a reload; running transfers go on.
  }
}

export interface Journal {
  step(index: number, change: Partial<JournaledStep>): void;
  end(): void;
}

/** Writes down what is to be done, so that a reload does not lose it. */
export function openJournal(transfer: Omit<JournaledTransfer, 'owner'>): Journal {
  const owner = ownerOf(getSession());
  const steps = [...transfer.steps];
  const others = () => readAll().filter(({ id }) => id !== transfer.id);
  const write = () => writeAll([...others(), { ...transfer, owner, steps }]);
  const isShort = steps.length <= STEPS_MAX;
  if (isShort) write();
  return {
    step(index, change) {
      const step = steps[index];
      if (!step || !isShort) return;
      steps[index] = { ...step, ...change };
      write();
    },
    end: () => writeAll(others()),
  };
}

/**
 * Returns transfers that a reload has cut, and removes them from the journal. The caller writes them again.
 */
export function takeJournaled(): readonly JournaledTransfer[] {
  const owner = ownerOf(getSession());
  const all = readAll();
  const own = all.filter((transfer) => transfer.owner === owner);
  // Another user of this tab must not resume them.
  if (all.length > 0) writeAll([]);
  return own;
}

/** Remaining steps of a transfer. A step that was begun without an answer from the server is not repeated. */
export function leftOf({ steps }: JournaledTransfer): readonly JournaledStep[] {
  return steps.filter(
    ({ state, operationId }) =>
      state === 'waiting' || (state === 'begun' && operationId !== undefined),
  );
}
