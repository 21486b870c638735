import { basename, resolve } from 'node:path';
import { isApiError } from '@satchel/api-client/api-error';
import { storedFileName, storedFolderPath } from '@satchel/api-client/contract/item-path';
import { openFile } from '@satchel/multipart-uploader/node';
import { targetOf } from '../arguments/mount-path.ts';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { note } from '../terminal/output.ts';
import { type CopyTask, findTarget, forEachFile, kindOf } from './copy-task.ts';
import { followUpload } from './follow-upload.ts';
import { statOf, walkFolder } from './local-files.ts';

/**
 * Copies a file or folder of this computer to a mount. Resumes each file of an earlier run of the same
 * command.
 */
export async function uploadPath(task: CopyTask, from: string, to: string): Promise<void> {
  const isDirectory = (await statOf(from)).isDirectory();
  if (isDirectory && !task.isRecursive) throw usageError('needs_recursive', { path: from });
  const target = await findTarget(task, basename(resolve(from)), to);
  const { directory, name } = target;
  if (!isDirectory) {
    const stored = directory + storedFileName(name);
    tellOtherName(task.context, from, directory + name, stored);
    return uploadAs(task, from, stored);
  }
  // `cp -r .` to the root of a mount puts the entries there without a folder around them.
  const rootOf = (folder: string) => (folder === '' ? directory : `${directory}${folder}/`);
  await forEachFile(
    task,
    walkFolder(from),
    ({ path }) => path,
    async (entry) => {
      const { path, relativePath } = entry;
      if (entry.kind === 'unreadable') throw entry.failure;
      if (entry.kind === 'left_out') return note(task.context, 'left_out', { path });
      const stored = rootOf(storedFolderPath(name)) + entry.storedPath;
      tellOtherName(task.context, path, rootOf(name) + relativePath, stored);
      if (entry.kind === 'file') await uploadAs(task, path, stored);
      else await makeDirectory(task, stored);
    },
  );
}

/** Says so if the mount cannot hold a name. */
function tellOtherName(context: Context, path: string, wanted: string, stored: string): void {
  if (stored.normalize('NFC') !== wanted.normalize('NFC')) {
    note(context, 'stored_as', { path, stored });
  }
}

async function makeDirectory({ client, context }: CopyTask, path: string): Promise<void> {
  await client.fs.mkdir({ body: { path } }, { signal: context.signal });
}

async function uploadAs(task: CopyTask, path: string, stored: string): Promise<void> {
  const { directory, name } = targetOf(stored);
  const { client, context, progress, skipsExisting } = task;
  if (skipsExisting && (await kindOf(task, stored)) === 'file') return;
  const condition = skipsExisting ? ({ ifNoneMatch: '*' } as const) : {};
  const upload = client.fs.upload(directory, await openFile(path), {
    name,
    onProgress: ({ bytes, totalBytes }) => progress.update(path, bytes, totalBytes),
    ...condition,
  });
  try {
    await followUpload(context, upload, true);
  } catch (error) {
    // Another client has stored a file with this name in the meantime.
    if (!skipsExisting || !isApiError(error) || error.code !== 'file_system.changed') throw error;
    await upload.abort();
  }
}
