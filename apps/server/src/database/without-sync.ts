import { AsyncLocalStorage } from 'node:async_hooks';

const withoutSyncing = new AsyncLocalStorage<boolean>();

/**
 * Runs transactions and statements without waiting for the disk on commit (SQLite). They survive the
 * end of the process and are lost only in a power cut. That is enough for rows about intended work, as
 * long as no acknowledged data depends on them. PostgreSQL waits all the same.
 */
export function withoutSync<Result>(work: () => Promise<Result>): Promise<Result> {
  return withoutSyncing.run(true, work);
}

/** Waits for the disk, also within `withoutSync`. */
export function withSync<Result>(work: () => Promise<Result>): Promise<Result> {
  return withoutSyncing.run(false, work);
}

export function isWithoutSync(): boolean {
  return withoutSyncing.getStore() === true;
}
