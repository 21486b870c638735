import type { Prisma } from '#database';

export type LockScope = 'exclusive' | 'shared';

/** Lock of a WebDAV client (RFC 4918 6): only its holder, naming its token, may write the names it covers. */
export type ResourceLock = Readonly<Omit<Prisma.ResourceLockModel, 'scope'>> & {
  readonly scope: LockScope;
};

/** Lock without the fields that writes do not need. */
export type HeldLock = Omit<ResourceLock, 'owner'>;

/** Lock tokens that a caller names. They count only for locks of the same caller. */
export interface LockTokens {
  readonly createdBy: string;
  readonly lockTokens: readonly string[];
}

/** Fields of a write that decide which locks it needs. */
export interface LockedWrite extends LockTokens {
  /** Key of a file, or prefix of a directory. */
  readonly objectKey: string;
  /** True if the write also concerns everything below the key. */
  readonly isWhole: boolean;
  /** True if the parent directory gains or loses a name. */
  readonly changesParent: boolean;
}

/** Finds the locks that cover a name: its own, and deep ones of the directories above it. */
export function coveringLocks<Lock extends Pick<ResourceLock, 'objectKey' | 'isDeep'>>(
  locks: readonly Lock[],
  name: string,
): readonly Lock[] {
  const wanted = withoutSlash(name);
  return locks.filter(
    ({ objectKey, isDeep }) => objectKey === wanted || (isDeep && isBelow(wanted, objectKey)),
  );
}

/** True if another caller's lock prevents a write (RFC 4918 7). */
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

/** True if a new lock conflicts with existing ones (RFC 4918 6.2). */
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
