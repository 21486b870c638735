import type { S3Client } from '@aws-sdk/client-s3';
import { explainStorageError, type StorageProblem } from '../diagnosis/storage-failure.ts';
import { isAbsent, statusOf } from '../s3/s3-errors.ts';

/** Result of a storage call. There are few values, because each one is a series of a metric. */
export type StorageOutcome = 'ok' | 'absent' | 'unmet' | 'cancelled' | StorageProblem;

/** Called at the start of each storage call; the returned function is called at its end. */
export type StorageObserver = (operation: string) => (outcome: StorageOutcome) => void;

interface SendOptions {
  readonly abortSignal?: AbortSignal;
}

/** Reports every call of a client to the observers, with all its attempts as one. */
export function observeCalls(client: S3Client, observers: readonly StorageObserver[]): void {
  if (observers.length === 0) return;
  const send = client.send.bind(client) as (
    command: object,
    options?: SendOptions,
  ) => Promise<unknown>;
  const observed = async (command: object, options?: SendOptions) => {
    const operation = command.constructor.name.replace(/Command$/, '');
    const ends = observers.map((observe) => observe(operation));
    let outcome: StorageOutcome = 'ok';
    try {
      return await send(command, options);
    } catch (error) {
      outcome = outcomeOf(error, options?.abortSignal);
      throw error;
    } finally {
      for (const end of ends) end(outcome);
    }
  };
  client.send = observed as typeof client.send;
}

function outcomeOf(error: unknown, signal: AbortSignal | undefined): StorageOutcome {
  if (signal?.aborted) return 'cancelled';
  const { problem } = explainStorageError(error);
  if (problem === 'no_bucket' && isAbsent(error)) return 'absent';
  return [304, 412, 416].includes(statusOf(error) ?? 0) ? 'unmet' : problem;
}
