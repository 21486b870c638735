import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Ledger } from '#ledger/ledger.ts';
import type { KeyedObject, WriteReference } from '#ledger/object-write.ts';
import type { ListedObject, ObjectInfo, ObjectStore, StoredObject } from '#object-store';
import type { Expected } from '#object-store/conditional-calls.ts';
import type { CopyLog } from '../copies/copy-log.ts';
import { type Pair, type Side, sideBySide } from '../copies/side-by-side.ts';
import type { Task } from '../operation.ts';

export const CONCURRENT_COPIES = 16;
/** Number of copies after which the progress is journaled. */
const COPIES_A_STEP = 250;
/** S3's longest key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Source and target of a file or directory in one bucket; plain data, so that it can be journaled. */
export interface Transfer {
  readonly storageConfigId: string;
  /** Keys, or prefixes of directories. */
  readonly from: string;
  readonly to: string;
  /** Row of the ledger that holds the new name. */
  readonly writeId: string;
}

/** Storage configs of both ends of a copy or move; plain data, so that it can be journaled. */
export interface TwoConfigs {
  readonly sourceConfigId: string;
  readonly storageConfigId: string;
  /** True if the two configs lead to one bucket, so that the storage can copy. */
  readonly isAlias?: boolean;
}

export function isOneBucket({ sourceConfigId, storageConfigId, isAlias }: TwoConfigs): boolean {
  return isAlias === true || sourceConfigId === storageConfigId;
}

export interface CopyJob {
  readonly from: ListedObject;
  readonly to: string;
  /** Object that the new name must have; undefined if the copy overwrites any. */
  readonly expected?: Expected | undefined;
}

/** Copy that overwrites the object of the new name. */
export function jobOf({ object, rest }: Pair, to: Side): CopyJob {
  return { from: object, to: to.name + rest };
}

/** Copy that overwrites only the object that was listed under the new name. */
export function freshJobOf(pair: Pair, to: Side): CopyJob {
  return { ...jobOf(pair, to), expected: pair.other ? { etag: pair.other.etag } : 'absent' };
}

/** Part of a task that copying needs. */
export type CopyTask = Pick<Task<unknown, unknown>, 'signal' | 'add'>;

/**
 * Lets the storage copy objects, and counts them as they are stored. Waits for each copy that was
 * requested, because the outcome of an abandoned one would be unknown.
 *
 * @param log gets what becomes of each copy, for {@link takeBack}
 * @param noteStep journals the progress; called after every few hundred copies
 * @throws {AppError} `file_system.path_invalid` if a new key would be too long
 */
export async function copyObjects(
  {
    ledger,
    store,
  }: { readonly ledger: Ledger; readonly store: Pick<ObjectStore, 'copy' | 'head'> },
  write: WriteReference,
  jobs: readonly CopyJob[],
  { signal, add }: CopyTask,
  log: CopyLog,
  noteStep: () => Promise<void>,
): Promise<void> {
  if (jobs.some(({ to }) => Buffer.byteLength(to) > MAX_KEY_BYTES)) {
    throw new AppError('file_system.path_invalid');
  }
  for (let start = 0; start < jobs.length; start += COPIES_A_STEP) {
    const copied: KeyedObject[] = [];
    try {
      await forEachAtOnce(
        jobs.slice(start, start + COPIES_A_STEP),
        CONCURRENT_COPIES,
        async (job) => {
          signal.throwIfAborted();
          copied.push({ key: job.to, ...(await copyLogged(store, job, signal, log)) });
        },
      );
    } finally {
      if (copied.length > 0) await ledger.countObjects(write, copied);
      add({ done: copied.length, bytes: copied.reduce((sum, { size }) => sum + size, 0) });
    }
    await noteStep();
  }
}

async function copyLogged(
  store: Pick<ObjectStore, 'copy' | 'head'>,
  job: CopyJob,
  signal: AbortSignal,
  log: CopyLog,
): Promise<StoredObject> {
  log.begin(job.to);
  try {
    const copy = await copyObject(store, job, signal);
    log.end(job.to, copy, job.from);
    return copy;
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_system.exists') log.refuse(job.to);
    throw error;
  }
}

/**
 * Copies the listed version, or the newer one that another program has stored since.
 *
 * @throws {AppError} `file_system.exists` if another program has taken the new name and the storage
 *   checks that
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
 * True if one object is a current copy of another. A copy of a multipart object has another ETag, so
 * its time is compared instead.
 */
export function isCopyOf(
  copy: Pick<ObjectInfo, 'size' | 'etag'> & { readonly lastModified: Date },
  source: ListedObject,
): boolean {
  if (copy.size !== source.size) return false;
  // Strictly newer: some storages round to seconds, so a source of the same second may be newer.
  const isSame = copy.etag !== '' && copy.etag === source.etag;
  return isSame || copy.lastModified > source.lastModified;
}

/**
 * Deletes the copies of a failed task, whose sources exist, because half a copy looks like a whole one
 * (SECURITY 12). Includes copies that failed: a storage that did not answer may have copied them.
 *
 * @param copied number of copies to report if not even listing works
 * @throws {AppError} `file_system.partly_done` if copies stay
 */
export async function takeBack(
  from: Side,
  to: Side,
  log: CopyLog,
  copied: number,
  cause: unknown,
  ending: AbortSignal,
): Promise<void> {
  let failed = 0;
  try {
    for await (const pairs of sideBySide(to, from, ending)) {
      const copies = pairs.filter(({ object, other }) => other && log.isOwn(object, other));
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

export function partlyDone(count: number, cause?: unknown): AppError {
  return new AppError('file_system.partly_done', { cause, details: { count } });
}
