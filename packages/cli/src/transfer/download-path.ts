import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asDirectory, lastNameOf } from '../arguments/mount-path.ts';
import { usageError } from '../command-error.ts';
import { type CopyTask, forEachFile, isCopiedInto, kindOf } from './copy-task.ts';
import { downloadFile } from './download.ts';
import { createPathClaims } from './local-names.ts';
import { createRecords } from './records.ts';
import { safeNameOf } from './safe-name.ts';
import { entrySource } from './sources.ts';

/** A file of a mount, and its target path. */
interface FoundFile {
  readonly path: string;
  readonly localPath: string;
}

/** Entry that cannot be stored here, such as one whose name is unsafe. The others follow all the same. */
interface Unstorable {
  readonly path: string;
  readonly failure: unknown;
}

/** Copies a file or folder of a mount to this computer. Resumes an earlier run. */
export async function downloadPath(task: CopyTask, from: string, to: string): Promise<void> {
  const isDirectory = from.endsWith('/') || (await kindOf(task, from)) === 'directory';
  if (isDirectory && !task.isRecursive) throw usageError('needs_recursive', { path: `:${from}` });
  const isInto = await isCopiedInto(task, to, () => isDirectoryAt(to));
  const name = lastNameOf(from);
  const localPath = isInto && name !== '' ? join(to, safeNameOf(name)) : to;
  if (!isDirectory) {
    // Names the missing folder, not the incomplete file that it would get.
    await stat(dirname(localPath));
    return downloadOne(task, { path: from, localPath });
  }
  const claim = createPathClaims();
  await forEachFile(
    task,
    walkDirectory(task, asDirectory(from), localPath),
    ({ path }) => path,
    async (found) => {
      if ('failure' in found) throw found.failure;
      await claim(found.localPath);
      await downloadOne(task, found);
    },
  );
}

/** Lists the files below a directory. Creates the local directories on the way, including empty ones. */
async function* walkDirectory(
  task: CopyTask,
  directory: string,
  localPath: string,
): AsyncGenerator<FoundFile | Unstorable> {
  try {
    await mkdir(localPath, { recursive: true });
  } catch (failure) {
    yield { path: directory, failure };
    return;
  }
  const { client } = task;
  const { signal } = task.context;
  for await (const { name, path, isDirectory } of client.fs.entries(directory, { signal })) {
    let below: string;
    try {
      below = join(localPath, safeNameOf(name));
    } catch (failure) {
      yield { path, failure };
      continue;
    }
    if (isDirectory) yield* walkDirectory(task, path, below);
    else yield { path, localPath: below };
  }
}

async function downloadOne(
  { client, context, serverUrl, progress, skipsExisting }: CopyTask,
  { path, localPath }: FoundFile,
): Promise<void> {
  const { signal, stateDirectory } = context;
  if (skipsExisting && (await isFileAt(localPath))) return;
  const source = entrySource(client, serverUrl, path, signal);
  await downloadFile(source, localPath, {
    records: createRecords(stateDirectory, 'downloads'),
    signal,
    onProgress: (bytes, totalBytes) => progress.update(path, bytes, totalBytes),
  });
}

async function isFileAt(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function isDirectoryAt(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
