import type { ClientSideCopyFile, LongResult } from '@satchel/api-client';
import { asDirectory, lastNameOf } from '../arguments/mount-path.ts';
import { CommandError, usageError } from '../command-error.ts';
import { complainOf, someFailed } from '../explain-error.ts';
import { withoutControls } from '../terminal/controls.ts';
import { complain } from '../terminal/output.ts';
import { copyBytes } from './copy-bytes.ts';
import {
  CONCURRENT_FILES,
  type CopyTask,
  findTarget,
  isResumed,
  kindOf,
  recordsOf,
} from './copy-task.ts';

/**
 * Copies from mount to mount. Within a storage the server copies. Across storages it returns addresses, and
 * this computer transfers the bytes. Existing files are never replaced: the copy gets a number, or is
 * omitted. Ctrl+C also cancels the copy on the server.
 */
export async function copyOnServer(task: CopyTask, from: string, to: string): Promise<void> {
  const isDirectory = from.endsWith('/') || (await kindOf(task, from)) === 'directory';
  if (isDirectory && !task.isRecursive) throw usageError('needs_recursive', { path: `:${from}` });
  // Skips what an interrupted run has copied, so that it gets no numbered copy.
  const isRepeated = await isResumed(task);
  const skipExisting = task.skipsExisting || isRepeated;
  const { directory, name } = await findTarget(task, lastNameOf(from), to);
  if (!isRepeated && (await kindOf(task, directory + name)) === 'missing') {
    await recordsOf(task).save(task.subject, { isInto: directory === asDirectory(to) });
  }
  const item = isDirectory
    ? { sourcePath: asDirectory(from), targetPath: asDirectory(directory + name) }
    : { sourcePath: from, targetPath: directory + name };
  const { client, context, progress } = task;
  const { signal, say } = context;
  const body = { items: [item], skipExisting };
  const onProgress = ({ done, total }: { done: number; total: number | null }) =>
    progress.show(say('copied_count', { done, total: total ?? '?' }));
  const result = await client.fs.run('copy', { body }, { signal, onProgress });
  const failures = result.details.filter(({ status }) => status === 'failed');
  for (const { sourcePath, message } of failures)
    complain(context, withoutControls(`${sourcePath}: ${message}`));
  if (failures.length > 0) throw new CommandError('some_failed', { count: failures.length });
  if (result.crossStorage) await copyClientSide(task, result);
}

/** Transfers the bytes through this computer. Prints the files that fail, and continues with the others. */
async function copyClientSide(
  { client, context, progress }: CopyTask,
  result: Extract<LongResult<'copy'>, { crossStorage: true }>,
): Promise<void> {
  const { signal } = context;
  const copy = client.fs.copyClientSide(result, { copyBytes, concurrency: CONCURRENT_FILES });
  const failures: unknown[] = [];
  try {
    await copy.run({
      signal,
      onProgress: (_bytes, _total, { targetPath, size }, fileBytes) =>
        progress.update(targetPath, fileBytes, size),
      onFailure: ({ targetPath }: ClientSideCopyFile, error) => {
        failures.push(error);
        complainOf(context, targetPath, error);
      },
    });
  } finally {
    if (signal.aborted) await copy.abandon();
  }
  if (failures.length > 0) throw someFailed(context, failures);
}
