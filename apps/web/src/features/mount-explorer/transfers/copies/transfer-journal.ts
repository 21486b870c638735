import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** Progress of one copied or moved entry. */
export interface JournaledStep {
  readonly sourcePath: string;
  /** Target path; the server may choose another name for a copy. */
  readonly targetPath: string;
  /** Whether it replaces the entry at the target. */
  readonly replaces: boolean;
  readonly state: 'waiting' | 'begun' | 'ended';
  /** Id with which the client asks the server for the operation's progress. */
  readonly operationId?: string;
  /** Set for a folder whose entries were moved before: it is deleted if it is empty. */
  readonly isEmptied?: true;
}

/** A copy or a move that resumes after a reload. */
export interface JournaledTransfer {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly isMove: boolean;
  readonly steps: readonly JournaledStep[];
}

const STORED_AS = 'satchel-entry-transfers';

/** Limit of a journaled transfer, because each step writes the whole journal. */
const STEPS_MAX = 1000;

/*
 * Stored in `sessionStorage`, which survives reloads. Other tabs must not repeat the transfer, and after the
 * tab closes the server finishes running operations itself.
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
    // Storage may be blocked. Then transfers run normally, but do not resume after a reload.
  }
}

export interface Journal {
  step(index: number, change: Partial<JournaledStep>): void;
  end(): void;
}

/** Writes a transfer to the journal, so that it survives a reload. */
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
 * Returns the transfers that a reload interrupted, and removes them from the journal. The caller writes them
 * again.
 */
export function takeJournaled(): readonly JournaledTransfer[] {
  const owner = ownerOf(getSession());
  const all = readAll();
  const own = all.filter((transfer) => transfer.owner === owner);
  // Another user of this tab must not resume them.
  if (all.length > 0) writeAll([]);
  return own;
}

/**
 * Remaining steps of a transfer. Excludes steps that started without an operation id, because they must not
 * run twice.
 */
export function leftOf({ steps }: JournaledTransfer): readonly JournaledStep[] {
  return steps.filter(
    ({ state, operationId }) =>
      state === 'waiting' || (state === 'begun' && operationId !== undefined),
  );
}
