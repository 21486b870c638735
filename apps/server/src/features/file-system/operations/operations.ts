import { setTimeout as sleep } from 'node:timers/promises';
import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { createLeaseKeeper, readStopwatch } from '#leases/hold.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { type Execution, type ExecutionDependencies, execute } from './execution.ts';
import {
  type End,
  type Inputs,
  type Operation,
  type OperationKind,
  type Results,
  readJournal,
  readOperation,
  readPlan,
} from './journal.ts';
import { NO_PROGRESS } from './operation.ts';
import { LEASE_MS } from './repository.ts';

/** Interval at which a process renews its leases and checks for cancellations from other processes. */
const RENEW_MS = 1000;
/** Interval at which a process looks for operations that others have left. */
const TAKE_OVER_MS = 5000;
/** Time for which the result of an ended operation can be read. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** Timeout after which a call answers that its operation is still running. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Interval at which a call checks an operation that another process has taken over. */
const POLL_MS = 250;

export interface RunOptions {
  /** True to answer the caller before a long operation ends. */
  readonly isAsync: boolean;
  /** Timeout of such a caller in ms; by default, and at most, `answerTimeoutMs`. */
  readonly waitMs?: number | undefined;
  /** Aborted when the caller disconnects. That cancels the operation, unless `isAsync`. */
  readonly signal: AbortSignal;
}

/** Result of an operation, unless it still runs. */
export type Outcome<K extends OperationKind> =
  | { readonly id: string; readonly isRunning: false; readonly result: Results[K] }
  | { readonly id: string; readonly isRunning: true };

export type Operations = ReturnType<typeof createOperations>;

export interface OperationsOptions extends ExecutionDependencies {
  readonly ledger: Pick<Ledger, 'releaseOperation'>;
  /** True if no other process runs operations. */
  readonly isSingleProcess: boolean;
  /** In milliseconds; 20 s by default. */
  readonly answerTimeoutMs?: number | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Renames, copies and removals. All are journaled: if a process dies or is paused for longer than its
 * lease, another one continues its operations, so that none stays half done.
 */
export function createOperations(options: OperationsOptions) {
  const { repository, ledger, clock, isSingleProcess, onError } = options;
  const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const running = new Map<string, Execution>();
  const closing = new AbortController();
  const leases = createLeaseKeeper({
    ttlMs: LEASE_MS,
    renewMs: RENEW_MS,
    async renew(tokens) {
      const renewed = await repository.renew(tokens);
      for (const { id, isCancelled } of renewed) if (isCancelled) running.get(id)?.cancel();
      return new Set(renewed.map(({ holder }) => holder ?? ''));
    },
    onError,
  });
  let takingOver: NodeJS.Timeout | undefined;

  const begin = <K extends OperationKind>(
    input: Parameters<typeof execute<K>>[1],
  ): Execution<K> => {
    const execution = execute(options, input);
    running.set(input.id, execution as unknown as Execution);
    const forget = () => {
      running.delete(input.id);
      leases.end(input.hold.token);
    };
    execution.done.then(forget, forget);
    return execution;
  };
  const takeOver = async (isAll: boolean) => {
    for (const id of await repository.listLapsed(isAll)) {
      const token = randomId();
      const takenAt = readStopwatch();
      const row = running.has(id) ? undefined : await repository.take(id, token, isAll);
      if (!row) continue;
      const kind = row.kind as OperationKind;
      const hold = leases.keep(token, takenAt);
      const journal = readJournal(row);
      // The previous process may have claimed names without journaling anything.
      if (!journal.position) await ledger.releaseOperation(id);
      const execution = begin({ id, kind, hold, journal, ...readPlan(row) });
      if (row.isCancelled) execution.cancel();
      execution.done.catch((error) => error instanceof AppError || onError(error));
    }
  };
  /** @throws {AppError} `file_system.operation_unknown`, also for an operation of another caller */
  const find = async (caller: AuthenticatedCaller, id: string): Promise<Operation> => {
    const row = authorizeOwner(caller, await repository.find(id));
    const operation = row && readOperation(row);
    if (!operation) throw new AppError('file_system.operation_unknown');
    return operation;
  };
  /** Waits for the end of an operation that another process has taken over. */
  const awaitElsewhere = async <K extends OperationKind>(id: string): Promise<Results[K]> => {
    for (;;) {
      await sleep(POLL_MS, undefined, { signal: closing.signal }).catch((cause: unknown) => {
        throw new AppError('server.unavailable', { cause, details: {} });
      });
      const row = await repository.find(id);
      if (row?.state === 'running') continue;
      const end = row?.result ? (JSON.parse(row.result) as End<K>) : undefined;
      if (end && 'data' in end) return end.data;
      const { code, details } = end?.error ?? { code: 'server.internal', details: {} };
      throw new AppError(code, { details } as ConstructorParameters<typeof AppError>[1]);
    }
  };
  const start = async <K extends OperationKind>(
    kind: K,
    caller: AuthenticatedCaller,
    input: Inputs[K],
  ) => {
    const id = randomId();
    const token = randomId();
    const takenAt = readStopwatch();
    const journal = { progress: NO_PROGRESS, isCommitted: false };
    const now = clock.now();
    const row = {
      ...{ id, kind, state: 'running', isCancelled: false, result: null },
      plan: JSON.stringify({ caller, input }),
      progress: JSON.stringify(journal),
      ...{ createdBy: createdByOf(caller), createdAt: now, updatedAt: now },
    };
    await repository.create(row, token);
    const hold = leases.keep(token, takenAt);
    return { id, execution: begin({ id, kind, caller, input, journal, hold }) };
  };

  return {
    async run<K extends OperationKind>(
      kind: K,
      caller: AuthenticatedCaller,
      input: Inputs[K],
      { isAsync, signal, waitMs = answerTimeoutMs }: RunOptions,
    ): Promise<Outcome<K>> {
      const { id, execution } = await start(kind, caller, input);
      const done = execution.done.catch((error: unknown) => {
        if (!execution.isLeft()) throw error;
        return awaitElsewhere<typeof kind>(id);
      });
      const ended = done.then((result) => ({ id, isRunning: false, result }) as const);
      if (!isAsync) {
        const cancel = () => {
          execution.cancel();
          repository.cancel(id).catch(onError);
        };
        signal.addEventListener('abort', cancel);
        if (signal.aborted) cancel();
        return ended.finally(() => signal.removeEventListener('abort', cancel));
      }
      const timeout = new AbortController();
      const goesOn = { id, isRunning: true } as const;
      const waited = sleep(Math.min(waitMs, answerTimeoutMs), goesOn, { signal: timeout.signal });
      return Promise.race([ended, waited]).finally(() => timeout.abort());
    },
    find,
    /** @throws {AppError} `file_system.operation_unknown`, also for an operation of another caller */
    async cancel(caller: AuthenticatedCaller, id: string): Promise<Operation> {
      await find(caller, id);
      await repository.cancel(id);
      running.get(id)?.cancel();
      return find(caller, id);
    },
    /** Takes over operations that no process runs, now and every few seconds. */
    async start() {
      // A single process takes over all of them, because no other process can hold one.
      await takeOver(isSingleProcess);
      takingOver = setInterval(() => {
        takeOver(false).catch(onError);
      }, TAKE_OVER_MS).unref();
    },
    /** Removes operations that ended a day ago; returns how many. */
    sweep: () => repository.removeEnded(new Date(clock.now().getTime() - KEEP_MS)),
    /** Leaves running operations to the next process. */
    async close() {
      clearInterval(takingOver);
      closing.abort();
      const left = [...running.values()];
      for (const execution of left) execution.leave();
      await Promise.allSettled(left.map(({ done }) => done));
      await leases.close();
    },
  };
}
