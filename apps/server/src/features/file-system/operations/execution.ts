import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { Hold } from '#leases/hold.ts';
import { fenceStore } from '#object-store/wrappers/fenced-store.ts';
import type { End, Journal, OperationKind, Plan, Results, Works } from './journal.ts';
import { NO_PROGRESS, type OperationState, type Progress, toFailure } from './operation.ts';
import type { OperationRepository } from './repository.ts';

/** Operation that this process runs. */
export interface Execution<K extends OperationKind = OperationKind> {
  readonly done: Promise<Results[K]>;
  /** True if this process has left the operation to another one. */
  isLeft(): boolean;
  /** Cancels the operation, unless it is committed. */
  cancel(): void;
  /** Stops the operation between two steps, so that another process can continue it. */
  leave(): void;
}

/** Input of an operation, from its start or from the last journaled position. */
export interface ExecutionInput<K extends OperationKind> extends Plan<K> {
  readonly id: string;
  readonly kind: K;
  readonly journal: Journal<K>;
  /** Lease of its row; its token authorizes each journal entry. */
  readonly hold: Hold;
}

export interface ExecutionDependencies {
  readonly repository: OperationRepository;
  readonly works: Works;
  readonly clock: Clock;
}

/** Runs the operation, and journals each step and the result. */
export function execute<K extends OperationKind>(
  { repository, works, clock }: ExecutionDependencies,
  { id, kind, caller, input, journal, hold }: ExecutionInput<K>,
): Execution<K> {
  const cancelling = new AbortController();
  const leaving = new AbortController();
  const ending = AbortSignal.any([leaving.signal, hold.signal]);
  const fence = {
    signal: ending,
    assertHeld() {
      hold.assertHeld();
      ending.throwIfAborted();
    },
  };
  let { progress, position, isCommitted } = journal;
  const work: Works[K] = works[kind];
  const leave = () => leaving.abort(new AppError('file_system.claim_lost'));

  const save = async (next: typeof position) => {
    position = next;
    const text = JSON.stringify({ progress, position, isCommitted } satisfies Journal<K>);
    if (!(await repository.save(id, hold.token, text, clock.now()))) leave();
    fence.assertHeld();
  };
  const task = {
    id,
    caller,
    input,
    position,
    signal: AbortSignal.any([cancelling.signal, ending]),
    ending,
    fence: <Storage extends { readonly store: Parameters<typeof fenceStore>[0] }>(
      storage: Storage,
    ) => ({
      ...storage,
      store: fenceStore(storage.store, fence),
    }),
    progress: () => progress,
    add(counts: Partial<Progress>) {
      const { done = 0, skipped = 0, failed = 0, bytes = 0, total = progress.total } = counts;
      progress = {
        done: progress.done + done,
        skipped: progress.skipped + skipped,
        failed: progress.failed + failed,
        bytes: progress.bytes + bytes,
        total,
      };
    },
    resetProgress(to = NO_PROGRESS) {
      progress = to;
    },
    save,
    async commit(next: typeof position) {
      task.signal.throwIfAborted();
      isCommitted = true;
      await save(next);
    },
  };
  const finish = async (state: OperationState, end: End<K>) => {
    const result = JSON.stringify(end);
    const text = JSON.stringify({ progress, isCommitted } satisfies Journal<K>);
    await repository.finish(id, hold.token, { state, progress: text, result }, clock.now());
  };
  const run = async (): Promise<Results[K]> => {
    try {
      if (!position) task.signal.throwIfAborted();
      const data = await work(task as Parameters<typeof work>[0]);
      await finish('completed', { data: data as Results[K] });
      return data as Results[K];
    } catch (error) {
      const isOurs = error instanceof AppError;
      // Leaves faults of this server, unlike those of the storage, to the next process.
      if (ending.aborted || (isCommitted && !isOurs)) {
        await repository.release(id, hold.token, clock.now());
        throw error;
      }
      const isTakenBack = !(isOurs && error.code === 'file_system.partly_done');
      const isCancelled = cancelling.signal.aborted && isTakenBack;
      const failure = isCancelled ? new AppError('file_system.cancelled') : error;
      const known = failure instanceof AppError ? failure : new AppError('server.internal');
      await finish(isCancelled ? 'cancelled' : 'failed', { error: toFailure(known) });
      throw failure;
    }
  };
  return {
    done: run(),
    isLeft: () => ending.aborted,
    cancel() {
      if (!isCommitted) cancelling.abort(new AppError('file_system.cancelled'));
    },
    leave,
  };
}
