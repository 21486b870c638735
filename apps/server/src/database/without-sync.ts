import { AsyncLocalStorage } from 'node:async_hooks';

const withoutSyncing = new AsyncLocalStorage<boolean>();

/**
 * Runs transactions and single statements whose commit SQLite need not wait for the disk with. They survive the end of the
 * process, and are lost only with the power of the machine: enough for a note of what is about to be
 * done, as long as nothing that was acknowledged rests on it. PostgreSQL waits all the same.
 */
export function withoutSync<Result>(work: () => Promise<Result>): Promise<Result> {
  return withoutSyncing.run(true, work);
}

export function isWithoutSync(): boolean {
  return withoutSyncing.getStore() === true;
}
