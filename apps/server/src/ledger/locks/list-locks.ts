import type { Prisma } from '#database';
import { type HeldLock, withoutSlash } from './resource-lock.ts';

/** Names whose locks matter. */
export interface LockReach {
  /** Keys, or prefixes: their own locks count, and those of the directories around them. */
  readonly names: readonly string[];
  /** Directories: all locks below them count, too. */
  readonly below: readonly string[];
}

/** Beyond so many names one query for all locks of the bucket costs less. */
const MAX_NAMES = 200;

/** Selects the locks of a bucket that are not over and within reach. */
export function locksWithin(
  storageConfigId: string,
  { names, below }: LockReach,
  now: Date,
): Prisma.ResourceLockWhereInput {
  const where = { storageConfigId, expiresAt: { gt: now } };
  const roots = below.map(withoutSlash);
  if (roots.includes('') || names.length + roots.length > MAX_NAMES) return where;
  const keys = new Set([...names, ...below].flatMap(namesAround));
  // A slash is followed by 0, so that the range has everything that begins with the directory's prefix.
  const ranges = roots.map((root) => ({ objectKey: { gte: `${root}/`, lt: `${root}0` } }));
  return { ...where, OR: [{ objectKey: { in: [...keys] } }, ...ranges] };
}

/** Those locks, without what clients say of their users: no write needs to know that. */
export async function listLocks(
  { resourceLock }: Pick<Prisma.TransactionClient, 'resourceLock'>,
  storageConfigId: string,
  reach: LockReach,
  now: Date,
): Promise<readonly HeldLock[]> {
  const where = locksWithin(storageConfigId, reach, now);
  return (await resourceLock.findMany({ where, omit: { owner: true } })) as readonly HeldLock[];
}

/** A name and the directories that hold it, up to the root. */
function namesAround(name: string): readonly string[] {
  const segments = withoutSlash(name).split('/');
  return ['', ...segments.map((_, at) => segments.slice(0, at + 1).join('/'))];
}
