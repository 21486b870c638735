import { type Client, isApiError } from '@satchel/api-client';
import pMap from 'p-map';
import { asDirectory, type MountTarget, targetOf } from '../arguments/mount-path.ts';
import type { Context } from '../context.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { complainOf, concernsAllFiles, explainError, someFailed } from '../explain-error.ts';
import type { Progress } from '../terminal/progress.ts';
import { createRecords } from './records.ts';

/** Parameters of all kinds of `cp`. */
export interface CopyTask {
  readonly context: Context;
  readonly client: Client;
  readonly serverUrl: string;
  readonly progress: Progress;
  /** Source, target and server, by which a later run of the same command is recognized. */
  readonly subject: string;
  readonly isRecursive: boolean;
  readonly skipsExisting: boolean;
}

/** Number of concurrent file transfers. */
export const CONCURRENT_FILES = 4;
/** Storage failures in a row that end a command. More than for the server, because single objects can be unreadable. */
const STORAGE_FAILURES = 16;

/** `unknown` if the key may not look. */
export type EntryKind = 'file' | 'directory' | 'missing' | 'unknown';

export async function kindOf({ client, context }: CopyTask, path: string): Promise<EntryKind> {
  if (path === '/') return 'directory';
  try {
    const { signal } = context;
    const { isDirectory } = await client.fs.get({ query: { path } }, { signal });
    return isDirectory ? 'directory' : 'file';
  } catch (error) {
    if (isApiError(error, 'file_system.not_found')) return 'missing';
    if (isApiError(error, 'auth.forbidden')) return 'unknown';
    throw error;
  }
}

/** Records of unfinished copies. */
export const recordsOf = ({ context }: CopyTask) => createRecords(context.stateDirectory, 'copies');

/** Whether an earlier run of the same command has created its target and was interrupted. */
export async function isResumed(task: CopyTask): Promise<boolean> {
  return (await recordsOf(task).find(task.subject)) !== undefined;
}

/**
 * Whether a target gets a child with the source's name, by the rules of `cp`: if it ends with a slash or is an
 * existing directory. A directory that an interrupted run of the same command has created does not count.
 */
export async function isCopiedInto(
  task: CopyTask,
  target: string,
  isDirectory: () => Promise<boolean>,
): Promise<boolean> {
  if (target.endsWith('/')) return true;
  const record = await recordsOf(task).find(task.subject);
  if (record) return record.isInto ?? false;
  if (await isDirectory()) return true;
  if (task.isRecursive) await recordsOf(task).save(task.subject, {});
  return false;
}

/** Target path of a copy to a mount: a child of the target, or the target itself. */
export async function findTarget(
  task: CopyTask,
  sourceName: string,
  target: string,
): Promise<MountTarget> {
  const isDirectory = async () => (await kindOf(task, target)) === 'directory';
  const isInto = await isCopiedInto(task, target, isDirectory);
  return isInto ? { directory: asDirectory(target), name: sourceName } : targetOf(target);
}

/**
 * Runs several tasks concurrently. Prints failures, and continues with the rest, unless all would fail: once the
 * key is not valid any more, the mount does not exist, the disk is full, or the server or its storage cannot be
 * reached several times in a row, no further task is started.
 */
export async function forEachFile<Item>(
  { context }: Pick<CopyTask, 'context'>,
  items: AsyncIterable<Item> | Iterable<Item>,
  subjectOf: (item: Item) => string,
  act: (item: Item) => Promise<void>,
  concurrency: number = CONCURRENT_FILES,
): Promise<void> {
  const failures: unknown[] = [];
  let final: { readonly error: unknown } | undefined;
  let unreached = 0;
  async function* unlessEnded() {
    for await (const item of items) {
      if (final !== undefined) return;
      yield item;
    }
  }
  await pMap(
    unlessEnded(),
    async (item) => {
      context.signal.throwIfAborted();
      try {
        await act(item);
        unreached = 0;
      } catch (error) {
        if (context.signal.aborted) throw error;
        failures.push(error);
        if (concernsAllFiles(error)) final ??= { error };
        else complainOf(context, subjectOf(item), error);
        const limit = failuresInARow(context, error, concurrency);
        unreached = limit === undefined ? 0 : unreached + 1;
        if (limit !== undefined && unreached >= limit) final ??= { error };
      }
    },
    { concurrency },
  );
  if (final !== undefined) throw final.error;
  if (failures.length > 0) throw someFailed(context, failures);
}

/** How many such failures in a row mean that all others would fail, too; undefined if they never do. */
function failuresInARow(
  context: CopyTask['context'],
  error: unknown,
  concurrency: number,
): number | undefined {
  if (explainError(context, error).exitCode === EXIT_CODES.unreachable) return concurrency;
  const isStorage = isApiError(error, 'storage.unavailable', 'storage.timeout');
  return isStorage ? Math.max(STORAGE_FAILURES, concurrency) : undefined;
}
