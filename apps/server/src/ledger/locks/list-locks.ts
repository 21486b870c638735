import type { Prisma } from '#database';
import { type HeldLock, withoutSlash } from './resource-lock.ts';

/** Names whose locks matter to a write. */
export interface LockReach {
  /** Keys or prefixes: their own locks count, and those of the directories above them. */
  readonly names: readonly string[];
  /** Directories: all locks below them count, too. */
  readonly below: readonly string[];
}

/** Above this number of names, one query for all locks of the bucket is cheaper. */
const MAX_NAMES = 200;

/** Selects the locks of a bucket that have not expired and are within reach. */
export function locksWithin(
  storageConfigId: string,
  { names, below }: LockReach,
  now: Date,
): Prisma.ResourceLockWhereInput {
  const where = { storageConfigId, expiresAt: { gt: now } };
  const roots = below.map(withoutSlash);
  if (roots.includes('') || names.length + roots.length > MAX_NAMES) return where;
  const keys = new Set([...names, ...below].flatMap(namesAround));
  // `0` is the character after `/`, so the range covers every key below the directory.
  const ranges = roots.map((root) => ({ objectKey: { gte: `${root}/`, lt: `${root}0` } }));
  return { ...where, OR: [{ objectKey: { in: [...keys] } }, ...ranges] };
}

/** Lists these locks without the clients' descriptions of their users, which no write needs. */
export async function listLocks(
  { resourceLock }: Pick<Prisma.TransactionClient, 'resourceLock'>,
  storageConfigId: string,
  reach: LockReach,
  now: Date,
): Promise<readonly HeldLock[]> {
  const where = locksWithin(storageConfigId, reach, now);
  return (await resourceLock.findMany({ where, omit: { owner: true } })) as readonly HeldLock[];
}

/** Lists a name and the directories above it, up to the root. */
function namesAround(name: string): readonly string[] {
  const segments = withoutSlash(name).split('/');
  return ['', ...segments.map((_, at) => segments.slice(0, at + 1).join('/'))];
}
