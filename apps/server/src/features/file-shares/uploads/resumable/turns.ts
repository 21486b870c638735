import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors';
import type { Hold } from '#leases/hold.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { FileShareDependencies } from '../../dependencies.ts';

/** Topic on which a request asks the one before it to end, in any replica. */
const TOPIC = 'resumable_upload';
const POLL_MS = 50;
/** Interval at which a waiting request asks again. */
const ASK_MS = 1000;
/** Maximum wait. The claim of a process that was killed lapses after 30 s. */
const TIMEOUT_MS = 35_000;

export type Turns = ReturnType<typeof createTurns>;

/** Turn of a request at an upload. */
export interface Turn extends Hold {
  /** Aborted when a newer request wants the turn. */
  readonly interrupted: AbortSignal;
}

/**
 * Gives an upload to one request at a time. A newer request interrupts the older one, because a client
 * that lost its connection cannot end its old request itself. The older one first stores what it has
 * received, so that the newer one sees the final offset.
 */
export function createTurns({
  ledger,
  changes,
}: Pick<FileShareDependencies, 'ledger' | 'changes'>) {
  const interrupts = new Map<string, AbortController>();
  changes.subscribe(TOPIC, (id) => interrupts.get(id)?.abort(new AppError('request.in_progress')));

  /** Returns undefined if the upload is no longer open. */
  const take = async (write: ObjectWrite, signal: AbortSignal): Promise<Hold | undefined> => {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const hold = await ledger.take(write);
      if (hold) return hold;
      const now = await ledger.find(write.id);
      if (now?.state !== 'open' && now?.state !== 'completing') return undefined;
      if (waitedMs >= TIMEOUT_MS) throw new AppError('request.in_progress');
      if (waitedMs % ASK_MS === 0) await changes.publish(TOPIC, write.id);
      await sleep(POLL_MS, undefined, { signal });
    }
  };

  return {
    /**
     * Runs the work of a request in its turn. Returns undefined if the upload is no longer open.
     *
     * @throws {AppError} `request.in_progress` if the request before it does not end
     */
    async inTurn<Result>(
      write: ObjectWrite,
      signal: AbortSignal,
      work: (turn: Turn) => Promise<Result>,
    ): Promise<Result | undefined> {
      const hold = await take(write, signal);
      if (!hold) return undefined;
      const interrupt = new AbortController();
      interrupts.set(write.id, interrupt);
      try {
        // A client that is gone may have resumed already, at the offset that this request would change.
        signal.throwIfAborted();
        return await work({ ...hold, interrupted: interrupt.signal });
      } finally {
        interrupts.delete(write.id);
        await ledger.giveBack(write, hold);
      }
    },
  };
}
