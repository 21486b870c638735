import { randomUUID } from 'node:crypto';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { LockReach } from './list-locks.ts';
import type { LockRepository } from './lock-repository.ts';
import { type ResourceLock, withoutSlash } from './resource-lock.ts';

/** Request for a lock. */
export interface NewLock
  extends Pick<
    ResourceLock,
    'storageConfigId' | 'objectKey' | 'scope' | 'isDeep' | 'owner' | 'timeoutSeconds' | 'createdBy'
  > {}

export type Locks = ReturnType<typeof createLocks>;

/** Locks of WebDAV clients. The ledger checks them in the transaction that reserves a write. */
export function createLocks(repository: LockRepository, clock: Clock) {
  const endOf = (now: Date, timeoutSeconds: number) =>
    new Date(now.getTime() + timeoutSeconds * 1000);
  return {
    /**
     * @throws {AppError} `webdav.lock_conflict`, `webdav.locks_full`, or `file_system.busy` while a
     *   write to that name is running
     */
    async take(wanted: NewLock): Promise<ResourceLock> {
      const now = clock.now();
      const lock: ResourceLock = {
        ...wanted,
        objectKey: withoutSlash(wanted.objectKey),
        token: `urn:uuid:${randomUUID()}`,
        createdAt: now,
        expiresAt: endOf(now, wanted.timeoutSeconds),
      };
      const refusal = await repository.create(lock, now);
      if (refusal === 'locked') throw new AppError('webdav.lock_conflict');
      if (refusal === 'full') throw new AppError('webdav.locks_full');
      if (refusal === 'claimed') throw new AppError('file_system.busy');
      return lock;
    },
    /** Returns undefined if the lock has expired. */
    async refresh(lock: ResourceLock, timeoutSeconds: number): Promise<ResourceLock | undefined> {
      const now = clock.now();
      const expiresAt = endOf(now, timeoutSeconds);
      const isThere = await repository.refresh(lock.token, timeoutSeconds, expiresAt, now);
      return isThere ? { ...lock, timeoutSeconds, expiresAt } : undefined;
    },
    release: ({ token }: Pick<ResourceLock, 'token'>) => repository.remove([token]),
    /** Releases locks of a removed file, or of a directory and everything below it. */
    releaseBelow: (storageConfigId: string, name: string) =>
      repository.removeBelow(storageConfigId, withoutSlash(name), clock.now()),
    /** Releases locks of a caller who no longer exists. */
    releaseOf: repository.removeOf,
    /** Locks of a bucket that are within reach and have not expired. */
    listOf: (storageConfigId: string, reach: LockReach) =>
      repository.listOf(storageConfigId, reach, clock.now()),
    sweep: () => repository.removeEnded(clock.now()),
  };
}
