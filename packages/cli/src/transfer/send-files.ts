import type { Client, ShareUploadOptions } from '@satchel/api-client';
import { openFile } from '@satchel/multipart-uploader/node';
import type { Context } from '../context.ts';
import type { Progress } from '../terminal/progress.ts';
import { forEachFile } from './copy-task.ts';
import { followUpload } from './follow-upload.ts';
import type { LocalFile } from './local-files.ts';

/** More than the client's queue sends concurrently, so that the queue is never empty. */
const FILES_IN_QUEUE = 20;

/** Link that files are uploaded to. */
export interface Sending {
  readonly context: Context;
  readonly client: Client;
  readonly progress: Progress;
  /** Options of every upload besides its path. */
  readonly share: NonNullable<ShareUploadOptions['share']>;
  readonly onSent?: (file: LocalFile, bytes: number) => void;
}

/**
 * Uploads files to a bundle or a delivery. Prints failures, and continues with the rest.
 *
 * @throws {CommandError} `some_failed`
 */
export async function sendFiles(sending: Sending, files: readonly LocalFile[]): Promise<void> {
  const { context, client, progress, share, onSent } = sending;
  // Counts all files from the start, so that the percentage is one of the whole.
  for (const { path, sizeBytes } of files) progress.update(path, 0, sizeBytes);
  await forEachFile(
    { context },
    files,
    ({ path }) => path,
    async (file) => {
      const upload = client.fileShares.upload(await openFile(file.path), {
        share: { ...share, relative_path: file.itemPath },
        onProgress: ({ bytes, totalBytes }) => {
          progress.update(file.path, bytes, totalBytes);
          onSent?.(file, bytes);
        },
      });
      await followUpload(context, upload, true);
    },
    FILES_IN_QUEUE,
  );
}

/** Files that have not arrived yet: those without a stored file of the same path and size. */
export function missingFiles(
  files: readonly LocalFile[],
  stored: ReadonlyMap<string, number | null>,
): readonly LocalFile[] {
  return files.filter(({ itemPath, sizeBytes }) => stored.get(itemPath) !== sizeBytes);
}
