import { type Client, isApiError } from '@satchel/api-client';
import pMap from 'p-map';
import { asDirectory, type MountTarget, targetOf } from '../arguments/mount-path.ts';
import type { Context } from '../context.ts';
import { complainOf, someFailed } from '../explain-error.ts';
import type { Progress } from '../terminal/progress.ts';

/** Parameters of every kind of `cp`. */
export interface CopyTask {
  readonly context: Context;
  readonly client: Client;
  readonly serverUrl: string;
  readonly progress: Progress;
  readonly isRecursive: boolean;
  readonly skipsExisting: boolean;
}

/** How many files are on their way at once. */
export const FILES_AT_ONCE = 4;

/** `unknown` where the key may not look. */
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

/**
 * Target path of a copy, as `cp` defines it: into an existing directory, or one whose name ends with a slash,
 * under the source's name; else the target itself.
 */
export async function findTarget(
  task: CopyTask,
  sourceName: string,
  target: string,
): Promise<MountTarget> {
  const isInto = target.endsWith('/') || (await kindOf(task, target)) === 'directory';
  return isInto ? { directory: asDirectory(target), name: sourceName } : targetOf(target);
}

/** Runs a few tasks concurrently; prints the failures and continues with the rest. */
export async function forEachFile<Item>(
  { context }: CopyTask,
  items: AsyncIterable<Item>,
  subjectOf: (item: Item) => string,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await pMap(
    items,
    async (item) => {
      context.signal.throwIfAborted();
      try {
        await act(item);
      } catch (error) {
        if (context.signal.aborted) throw error;
        failures.push(error);
        complainOf(context, subjectOf(item), error);
      }
    },
    { concurrency: FILES_AT_ONCE },
  );
  if (failures.length > 0) throw someFailed(context, failures);
}
