import type { Prisma } from '#database';

export type LockScope = 'exclusive' | 'shared';

/** A lock that a WebDAV client holds (RFC 4918 6): its owner alone, with the token, writes what it covers. */
export type ResourceLock = Readonly<Omit<Prisma.ResourceLockModel, 'scope'>> & {
  readonly scope: LockScope;
};

/** A lock as far as writes are concerned. */
export type HeldLock = Omit<ResourceLock, 'owner'>;

/** The tokens that a caller brings. Nobody can use another's. */
export interface LockTokens {
  readonly createdBy: string;
  readonly lockTokens: readonly string[];
}

/** A write, as far as locks are concerned. */
export interface LockedWrite extends LockTokens {
  /** A key; of a directory its prefix. */
  readonly objectKey: string;
  /** Whether what lies below goes, too. */
  readonly isWhole: boolean;
  /** Whether the directory around it gets or loses a name. */
  readonly changesParent: boolean;
}

/** Locks that cover a name: its own, and deep ones of the directories that hold it. */
export function coveringLocks<Lock extends Pick<ResourceLock, 'objectKey' | 'isDeep'>>(
  locks: readonly Lock[],
  name: string,
): readonly Lock[] {
  const wanted = withoutSlash(name);
  return locks.filter(
    ({ objectKey, isDeep }) => objectKey === wanted || (isDeep && isBelow(wanted, objectKey)),
  );
}

/** Whether somebody's lock is in the way of a write (RFC 4918 7). */
export function isLockedFor(locks: readonly HeldLock[], write: LockedWrite): boolean {
  if (locks.length === 0) return false;
  const name = withoutSlash(write.objectKey);
  const points = new Set([name]);
  if (write.changesParent && name !== '')
    points.add(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  if (write.isWhole) {
    for (const { objectKey } of locks) if (isBelow(objectKey, name)) points.add(objectKey);
  }
  return [...points].some((point) => {
    const covering = coveringLocks(locks, point);
    return covering.length > 0 && !covering.some((lock) => isSubmitted(lock, write));
  });
}

/** Whether a new lock cannot be had beside those that are there (RFC 4918 6.2). */
export function isLockConflict(
  locks: readonly HeldLock[],
  { objectKey, scope, isDeep }: Pick<ResourceLock, 'objectKey' | 'scope' | 'isDeep'>,
): boolean {
  const meeting = [
    ...coveringLocks(locks, objectKey),
    ...(isDeep ? locks.filter((lock) => isBelow(lock.objectKey, objectKey)) : []),
  ];
  return meeting.some((lock) => scope === 'exclusive' || lock.scope === 'exclusive');
}

export function isSubmitted(lock: HeldLock, { createdBy, lockTokens }: LockTokens): boolean {
  return lock.createdBy === createdBy && lockTokens.includes(lock.token);
}

export function withoutSlash(name: string): string {
  return name.endsWith('/') ? name.slice(0, -1) : name;
}

function isBelow(name: string, directory: string): boolean {
  return name !== directory && name.startsWith(directory === '' ? '' : `${directory}/`);
}
