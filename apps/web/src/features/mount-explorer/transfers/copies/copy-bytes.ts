import {
  type ClientSideCopyFile,
  type CopyBytesContext,
  storageFailure,
} from '@satchel/api-client';
import { networkFailure } from '@satchel/api-client/api-error';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { stage } from './staging.ts';

/**
 * Copies the bytes of one file from one storage to another through the browser. Large files are buffered on
 * its disk. Reading counts as half of the progress.
 */
export async function copyBytes(
  { downloadUrl, uploadUrl, contentType, size }: ClientSideCopyFile,
  { signal, onProgress }: CopyBytesContext,
): Promise<string | undefined> {
  const reply = await fetch(downloadUrl, { signal });
  if (!reply.ok) throw storageFailure(reply.status);
  const staged = await stage(reply, size, { signal, onBytes: (bytes) => onProgress(bytes / 2) });
  const put = { url: uploadUrl, headers: { 'Content-Type': contentType }, body: staged.blob };
  const { status, headers } = await createXhrSender()
    .put({ ...put, signal, onProgress: (bytes) => onProgress((size + bytes) / 2) })
    .catch((error: unknown) => Promise.reject(signal.aborted ? error : networkFailure(error)))
    .finally(() => void staged.remove());
  if (status !== 200) throw storageFailure(status);
  onProgress(size);
  return headers.get('etag') ?? undefined;
}
