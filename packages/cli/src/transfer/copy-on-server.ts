import { setTimeout } from 'node:timers/promises';
import type { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import type { CallResult } from '@satchel/api-client/endpoint';
import { asDirectory, lastNameOf } from '../arguments/mount-path.ts';
import { CommandError, usageError } from '../command-error.ts';
import { complain } from '../terminal/output.ts';
import { carryCopies } from './carry-copies.ts';
import { type CopyTask, findTarget, kindOf } from './copy-task.ts';

type CopyResult = CallResult<typeof copyEntries>;

const POLL_INTERVAL_MS = 500;

/**
 * Copies from mount to mount. Within a storage the server does it all; across storages it hands out
 * addresses, and the bytes go through this computer. What is there already is never replaced: the
 * copy gets a number, or is left out.
 */
export async function copyOnServer(task: CopyTask, from: string, to: string): Promise<void> {
  const isDirectory = from.endsWith('/') || (await kindOf(task, from)) === 'directory';
  if (isDirectory && !task.isRecursive) throw usageError('needs_recursive', { path: `:${from}` });
  const { directory, name } = await findTarget(task, lastNameOf(from), to);
  const item = isDirectory
    ? { sourcePath: asDirectory(from), targetPath: asDirectory(directory + name) }
    : { sourcePath: from, targetPath: directory + name };
  const { client, context, skipsExisting } = task;
  const body = { items: [item], skipExisting: skipsExisting };
  const begun = await client.fs.begin('copy', { body }, { signal: context.signal });
  const result = 'operation_id' in begun ? await follow(task, begun.operation_id) : begun;
  const failures = result.details.filter(({ status }) => status === 'failed');
  for (const { sourcePath, message } of failures) complain(context, `${sourcePath}: ${message}`);
  if (failures.length > 0) throw new CommandError('some_failed', { count: failures.length });
  if (result.crossStorage) await carryCopies(task, result.crossStorageResults);
}

/** Waits for a copy that takes long. Ctrl C cancels it, and the server takes back what it has copied. */
async function follow({ client, context, progress }: CopyTask, id: string): Promise<CopyResult> {
  const { signal, say } = context;
  for (;;) {
    const operation = await client.fs.operation({ params: { id } });
    const { state, result, error, progress: figures } = operation;
    if (state === 'completed' && result && 'crossStorage' in result) return result;
    if (state !== 'running') {
      throw new CommandError('copy_ended', { reason: error?.message ?? state });
    }
    progress.show(say('copied_count', { done: figures.done, total: figures.total ?? '?' }));
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal }).catch(async (reason: unknown) => {
      await client.fs.cancelOperation({ params: { id } });
      throw reason;
    });
  }
}
