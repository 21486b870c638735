import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** One entry that is copied or moved, as far as it is. */
export interface JournaledStep {
  readonly sourcePath: string;
  /** Where it goes; the server may give a copy another name. */
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
    // Without storage nothing goes on after a reload; what runs now does.
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

/** What a reload has cut, and forgets it: whoever takes it writes it down again. */
export function takeJournaled(): readonly JournaledTransfer[] {
  const owner = ownerOf(getSession());
  const all = readAll();
  const own = all.filter((transfer) => transfer.owner === owner);
  // What another user of this tab has begun is not theirs to go on with.
  if (all.length > 0) writeAll([]);
  return own;
}

/**
 * What is left to do of it. A step that had begun, but of which the server's answer never came, is not
 * done twice.
 */
export function leftOf({ steps }: JournaledTransfer): readonly JournaledStep[] {
  return steps.filter(
    ({ state, operationId }) =>
      state === 'waiting' || (state === 'begun' && operationId !== undefined),
  );
}
