import { setTimeout as sleep } from 'node:timers/promises';
import { createdByOf } from '@satchel/permissions';
import { AppError } from '#errors';
import { authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { type Execution, type ExecutionDependencies, execute } from './execution.ts';
import {
  type Inputs,
  isLong,
  type Operation,
  type OperationKind,
  type Results,
  readJournal,
  readOperation,
  readPlan,
} from './journal.ts';
import { NO_PROGRESS } from './operation.ts';

/** After this long without a sign of life others go on with what a process was doing. */
const LEASE_MS = 30_000;
/** A process that could not renew its lease for so long stops before another begins. */
const LEASE_LOST_MS = 20_000;
/** How often a process shows that it is alive, and learns what somebody has cancelled elsewhere. */
const RENEW_MS = 1000;
/** How often it looks for what others have left. */
const TAKE_OVER_MS = 5000;
/** How long one that is over is kept to be asked about. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** How long callers who want to be told that it takes long wait for its end. */
const PATIENCE_MS = 20_000;
/** Later than any lease. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

export interface RunOptions {
  /** True where the caller is answered before a long operation ends. */
  readonly isAsync: boolean;
  /** How long such a caller waits at most; by default, and never longer than, `patienceMs`. */
  readonly waitMs?: number | undefined;
  /** Of the caller: who goes away cancels, except where it did not want to wait. */
  readonly signal: AbortSignal;
}

/** What came of it, unless it goes on. */
export type Outcome<K extends OperationKind> =
  | {
      readonly id: string;
      readonly isRunning: false;
      readonly result: Results[K];
      /** Whether it can be asked about by its id. */
      readonly isJournaled: boolean;
    }
  | { readonly id: string; readonly isRunning: true };

/**
 * Renames, copies and removals. Those of directories are journaled: when a process dies, another one,
 * or the next to start, goes on with them, so that none is ever half done.
 */
export interface Operations {
  run<K extends OperationKind>(
    kind: K,
    caller: AuthenticatedCaller,
    input: Inputs[K],
    options: RunOptions,
  ): Promise<Outcome<K>>;
  /** @throws {AppError} `file_system.operation_unknown`, also for another caller's */
  find(caller: AuthenticatedCaller, id: string): Promise<Operation>;
  /** @throws {AppError} `file_system.operation_unknown`, also for another caller's */
  cancel(caller: AuthenticatedCaller, id: string): Promise<Operation>;
  /** Goes on with what nobody does, now and from time to time. */
  start(): Promise<void>;
  /** Forgets those that were over a day ago; says how many. */
  sweep(): Promise<number>;
  /** Leaves what runs to the next process. */
  close(): Promise<void>;
}

export interface OperationsOptions extends Omit<ExecutionDependencies, 'holder'> {
  /** True where nobody but this process does any. */
  readonly isSingleProcess: boolean;
  /** In milliseconds; 20 s by default. */
  readonly patienceMs?: number | undefined;
  readonly onError: (error: unknown) => void;
}

export function createOperations(options: OperationsOptions): Operations {
  const { repository, clock, isSingleProcess, patienceMs = PATIENCE_MS, onError } = options;
  const holder = randomId();
  const running = new Map<string, Execution>();
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);
  const lease = createLease(options, holder, running, leaseEnd);
  let takingOver: NodeJS.Timeout | undefined;

  const begin = <K extends OperationKind>(
    input: Parameters<typeof execute<K>>[1],
  ): Execution<K> => {
    const execution = execute({ ...options, holder }, input);
    running.set(input.id, execution as unknown as Execution);
    lease.keep();
    const forget = () => void running.delete(input.id);
    execution.done.then(forget, forget);
    return execution;
  };
  const takeOver = async (heldBefore: Date) => {
    for (const row of await repository.take({ holder, heldUntil: leaseEnd() }, heldBefore)) {
      const { id, isCancelled } = row;
      const kind = row.kind as OperationKind;
      const journal = readJournal(row);
      const execution = begin({ id, kind, isJournaled: true, journal, ...readPlan(row) });
      if (isCancelled) execution.cancel();
      execution.done.catch((error) => error instanceof AppError || onError(error));
    }
  };
  const find = async (caller: AuthenticatedCaller, id: string): Promise<Operation> => {
    const row = authorizeOwner(caller, await repository.find(id));
    const operation = row && readOperation(row);
    if (!operation) throw new AppError('file_system.operation_unknown');
    return operation;
  };

  return {
    async run(kind, caller, input, { isAsync, signal, waitMs = patienceMs }) {
      const id = randomId();
      const isJournaled = isAsync || isLong(input);
      const journal = { progress: NO_PROGRESS, isCommitted: false };
      if (isJournaled) {
        const now = clock.now();
        await repository.create({
          ...{ id, kind, state: 'running', holder, heldUntil: leaseEnd(), isCancelled: false },
          plan: JSON.stringify({ caller, input }),
          progress: JSON.stringify(journal),
          result: null,
          ...{ createdBy: createdByOf(caller), createdAt: now, updatedAt: now },
        });
      }
      const execution = begin({ id, kind, isJournaled, caller, input, journal });
      const ended = execution.done.then(
        (result) => ({ id, isRunning: false, isJournaled, result }) as const,
      );
      if (!isAsync) {
        const cancel = () => {
          execution.cancel();
          if (isJournaled) repository.cancel(id).catch(onError);
        };
        signal.addEventListener('abort', cancel);
        if (signal.aborted) cancel();
        return ended.finally(() => signal.removeEventListener('abort', cancel));
      }
      const patience = new AbortController();
      const goesOn = { id, isRunning: true } as const;
      const waited = sleep(Math.min(waitMs, patienceMs), goesOn, { signal: patience.signal });
      return Promise.race([ended, waited]).finally(() => patience.abort());
    },
    find,
    async cancel(caller, id) {
      await find(caller, id);
      await repository.cancel(id);
      running.get(id)?.cancel();
      return find(caller, id);
    },
    async start() {
      // Nobody else is alive to hold any.
      await takeOver(isSingleProcess ? END_OF_TIME : clock.now());
      if (isSingleProcess) return;
      takingOver = setInterval(() => {
        takeOver(clock.now()).catch(onError);
      }, TAKE_OVER_MS).unref();
    },
    sweep: () => repository.removeEnded(new Date(clock.now().getTime() - KEEP_MS)),
    async close() {
      clearInterval(takingOver);
      lease.stop();
      const left = [...running.values()];
      for (const execution of left) if (execution.isJournaled) execution.leave();
      await Promise.allSettled(left.map(({ done }) => done));
    },
  };
}

/** Renews the lease of what this process does for as long as it does anything. */
function createLease(
  { repository, clock, onError }: OperationsOptions,
  holder: string,
  running: ReadonlyMap<string, Execution>,
  leaseEnd: () => Date,
) {
  let timer: NodeJS.Timeout | undefined;
  let renewedAt = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const renew = async () => {
    const journaled = [...running].filter(([, { isJournaled }]) => isJournaled);
    if (running.size === 0) stop();
    if (journaled.length === 0) return;
    try {
      const rows = await repository.renew({ holder, heldUntil: leaseEnd() });
      const ours = new Map(rows.map(({ id, isCancelled }) => [id, isCancelled]));
      renewedAt = clock.now().getTime();
      for (const [id, execution] of journaled) {
        if (!ours.has(id)) execution.leave();
        if (ours.get(id)) execution.cancel();
      }
    } catch (error) {
      onError(error);
      const isLost = clock.now().getTime() - renewedAt > LEASE_LOST_MS;
      if (isLost) for (const [, execution] of journaled) execution.leave();
    }
  };
  return {
    keep() {
      if (timer) return;
      renewedAt = clock.now().getTime();
      timer = setInterval(() => void renew(), RENEW_MS).unref();
    },
    stop,
  };
}
