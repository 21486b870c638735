import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Ledger } from '#ledger/ledger.ts';
import type { KeyedObject, WriteReference } from '#ledger/object-write.ts';
import type { ListedObject, ObjectInfo, ObjectStore, StoredObject } from '#object-store';
import type { Expected } from '#object-store/conditional-calls.ts';
import type { Task } from './operation.ts';
import { type Pair, type Side, sideBySide } from './side-by-side.ts';

export const COPIES_AT_ONCE = 16;
/** After so many copies it is noted how far they are. */
const COPIES_A_STEP = 250;
/** S3's longest key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** A file or a directory that becomes another in its bucket; plain, so that it can be journaled. */
export interface Transfer {
  readonly storageConfigId: string;
  /** Keys, or prefixes of directories. */
  readonly from: string;
  readonly to: string;
  /** The ledger's row that holds the new name. */
  readonly writeId: string;
}

/** The storage configs of both ends of a copy or move; plain, so that it can be journaled. */
export interface TwoConfigs {
  readonly sourceConfigId: string;
  readonly storageConfigId: string;
  /** True where the two configs lead to one bucket, which then copies by itself. */
  readonly isAlias?: boolean;
}

export function isOneBucket({ sourceConfigId, storageConfigId, isAlias }: TwoConfigs): boolean {
  return isAlias === true || sourceConfigId === storageConfigId;
}

export interface CopyJob {
  readonly from: ListedObject;
  readonly to: string;
  /** The object that the new name must have; undefined where the copy overwrites any. */
  readonly expected?: Expected | undefined;
}

/** A copy that overwrites what it finds. */
export function jobOf({ object, rest }: Pair, to: Side): CopyJob {
  return { from: object, to: to.name + rest };
}

/** A copy to a name that was free: it replaces nothing but what was listed there. */
export function freshJobOf(pair: Pair, to: Side): CopyJob {
  return { ...jobOf(pair, to), expected: pair.other ? { etag: pair.other.etag } : 'absent' };
}

/** Part of a task that copying needs. */
export type CopyTask = Pick<Task<unknown, unknown>, 'signal' | 'add'>;

/**
 * Lets the storage copy objects, and counts them as they land. A copy that has been asked for is
 * waited for, as nobody could say what became of it.
 *
 * @param noteStep what is to be noted after every few hundred
 * @throws {AppError} `file_system.path_invalid` where a new key would be too long
 */
export async function copyObjects(
  {
    ledger,
    store,
  }: { readonly ledger: Ledger; readonly store: Pick<ObjectStore, 'copy' | 'head'> },
  write: WriteReference,
  jobs: readonly CopyJob[],
  { signal, add }: CopyTask,
  noteStep: () => Promise<void>,
): Promise<void> {
  if (jobs.some(({ to }) => Buffer.byteLength(to) > MAX_KEY_BYTES)) {
    throw new AppError('file_system.path_invalid');
  }
  for (let start = 0; start < jobs.length; start += COPIES_A_STEP) {
    const landed: KeyedObject[] = [];
    try {
      await forEachAtOnce(jobs.slice(start, start + COPIES_A_STEP), COPIES_AT_ONCE, async (job) => {
        signal.throwIfAborted();
        landed.push({ key: job.to, ...(await copyObject(store, job, signal)) });
      });
    } finally {
      if (landed.length > 0) await ledger.countObjects(write, landed);
      add({ done: landed.length, bytes: landed.reduce((sum, { size }) => sum + size, 0) });
    }
    await noteStep();
  }
}

/**
 * Copies the version that was listed, or the newer one that a program on the bucket has put there.
 *
 * @throws {AppError} `file_system.exists` where another program has taken the new name, as far as the
 *   storage checks that
 */
async function copyObject(
  store: Pick<ObjectStore, 'copy' | 'head'>,
  { from, to, expected }: CopyJob,
  signal: AbortSignal,
): Promise<StoredObject> {
  const { key } = from;
  const copy = (size: number, etag: string) =>
    store.copy(key, to, { size, sourceEtag: etag || undefined, expected, signal });
  try {
    return await copy(from.size, from.etag);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file_system.changed') throw error;
    const now = await store.head(key, signal);
    if (!now) throw new AppError('file_system.not_found', { cause: error });
    if (now.etag === from.etag) throw new AppError('file_system.exists', { cause: error });
    return copy(now.size, now.etag);
  }
}

/**
 * Whether one object is a copy of another, as it is now. A copy of what was uploaded in parts has
 * another ETag; then its time tells.
 */
export function isCopyOf(
  copy: Pick<ObjectInfo, 'size' | 'etag'> & { readonly lastModified: Date },
  source: ListedObject,
): boolean {
  if (copy.size !== source.size) return false;
  // To the second only, in some storages: a source of the same second may be newer.
  const isSame = copy.etag !== '' && copy.etag === source.etag;
  return isSame || copy.lastModified > source.lastModified;
}

/**
 * Deletes copies whose originals are there: half a copy looks like a whole one (SECURITY 12). Those
 * that failed too: a storage that did not answer may have copied all the same.
 *
 * @param copied how many there may be, where the storage does not even say that
 * @throws {AppError} `file_system.partly_done` where copies stay
 */
export async function takeBack(
  from: Side,
  to: Side,
  copied: number,
  cause: unknown,
  ending: AbortSignal,
): Promise<void> {
  let failed = 0;
  try {
    for await (const pairs of sideBySide(to, from, ending)) {
      const copies = pairs.filter(({ object, other }) => other && isTakenFrom(object, other));
      const keys = copies.map(({ object }) => object.key);
      if (keys.length === 0) continue;
      failed += (await to.store.removeEach(keys, ending).catch(() => keys)).length;
    }
  } catch (error) {
    ending.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    failed = copied;
  }
  if (failed > 0) throw partlyDone(failed, cause);
}

/** Like {@link isCopyOf}; the original is there, so that a doubt costs nothing. */
function isTakenFrom(copy: ListedObject, source: ListedObject): boolean {
  return (
    copy.size === source.size &&
    (copy.etag === source.etag || copy.lastModified >= source.lastModified)
  );
}

export function partlyDone(count: number, cause?: unknown): AppError {
  return new AppError('file_system.partly_done', { cause, details: { count } });
}
