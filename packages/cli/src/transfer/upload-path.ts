import { basename, resolve } from 'node:path';
import { isApiError } from '@satchel/api-client/api-error';
import { openFile } from '@satchel/multipart-uploader/node';
import { type MountTarget, targetOf } from '../arguments/mount-path.ts';
import { usageError } from '../command-error.ts';
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
  if (!isDirectory) return uploadOne(task, from, target);
  const { directory, name } = target;
  // `cp -r .` to the root of a mount puts the entries there without a folder around them.
  const root = name === '' ? directory : `${directory}${name}/`;
  await forEachFile(
    task,
    walkFolder(from),
    ({ path }) => path,
    async (entry) => {
      const { kind, path, relativePath } = entry;
      if (kind === 'unreadable') throw entry.failure;
      if (kind === 'left_out') note(task.context, 'left_out', { path });
      else if (kind === 'empty_directory') await makeDirectory(task, root + relativePath);
      else await uploadOne(task, path, targetOf(root + relativePath));
    },
  );
}

async function makeDirectory({ client, context }: CopyTask, path: string): Promise<void> {
  await client.fs.mkdir({ body: { path } }, { signal: context.signal });
}

async function uploadOne(
  task: CopyTask,
  path: string,
  { directory, name }: MountTarget,
): Promise<void> {
  const { client, context, progress, skipsExisting } = task;
  if (skipsExisting && (await kindOf(task, directory + name)) === 'file') return;
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
