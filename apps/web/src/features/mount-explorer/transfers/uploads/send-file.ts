import type { UploadHandle } from '@satchel/api-client';
import { failure, isApiError, networkFailure } from '@satchel/api-client/api-error';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { client } from '#shared/api/client.ts';
import { createFormSender } from '#shared/uploads/form-sender.ts';
import { uploadSession } from '#shared/uploads/upload-session.ts';
import { directoryPath, nameOf, parentOf } from '../../entry-path.ts';
import type { ItemContext } from '../batch/batch-task.ts';
import type { UploadMode } from './upload-mode.ts';

/** Request timeout. Long, because slow connections need it, and the server aborts stalled requests itself. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

export interface FileToSend {
  readonly file: File;
  /** Target path. */
  readonly path: string;
}

export interface FileWithPlace extends FileToSend {
  /** Whether the name must be free; if it is taken, the server refuses the file. */
  readonly isNew: boolean;
}

/** Uploads a file into a mount. The file is visible only when it is complete. */
export type SendFile = (toSend: FileWithPlace, context: ItemContext) => Promise<Sent>;

export interface Sent {
  /** Name of the stored file, which the server may have chosen. */
  readonly fileName: string;
  readonly etag?: string;
}

export const SEND_FILE: Readonly<Record<UploadMode, SendFile>> = {
  parts: sendInParts,
  onePiece: sendInOnePiece,
  server: sendThroughServer,
};

/** Uploads in concurrent parts. Parts that arrived are not sent again, also after a reload. */
async function sendInParts(
  { file, path, isNew }: FileWithPlace,
  context: ItemContext,
): Promise<Sent> {
  const { signal, onBytes, control, onGiveUp } = context;
  const handle = uploadSession().uploadEntry(directoryPath(parentOf(path)), file, {
    name: nameOf(path),
    onProgress: ({ bytes }) => onBytes(bytes),
    ...(isNew && { ifNoneMatch: '*' }),
  });
  control(handle);
  onGiveUp(() => void handle.abort());
  signal.addEventListener('abort', () => stop(handle, signal), { once: true });
  try {
    return await handle.done;
  } catch (error) {
    // Aborts the upload, because the user cannot complete it by choosing the file again.
    if (isRefusal(error)) await handle.abort();
    throw error;
  }
}

/** Whether the server has refused the file: its name is taken, it is too large, or a right is missing. */
function isRefusal(error: unknown): boolean {
  return isApiError(
    error,
    'file_system.changed',
    'file_shares.too_large',
    'storage.insufficient',
    'auth.forbidden',
    'auth.outside_base_path',
  );
}

function stop(handle: UploadHandle<unknown>, { reason }: AbortSignal): void {
  void handle.abort({ keep: reason === 'left' });
}

/** Uploads in one request to the storage, for storages without multipart uploads. */
async function sendInOnePiece(
  { file, path, isNew }: FileWithPlace,
  { signal, onBytes }: ItemContext,
): Promise<Sent> {
  const place = { path: directoryPath(parentOf(path)), fileName: nameOf(path) };
  const facts = { contentType: file.type || null, fileSize: file.size };
  const body = { ...place, ...facts, if_none_match: isNew ? ('*' as const) : null };
  const { presignedUrl, contentType, ...upload } = await client.fs.presign({ body }, { signal });
  const put = { url: presignedUrl, headers: { 'Content-Type': contentType } };
  const reply = await createXhrSender()
    .put({ ...put, body: file, signal, onProgress: onBytes })
    .catch((error: unknown) => Promise.reject(signal.aborted ? error : networkFailure(error)));
  if (reply.status !== 200) {
    throw failure('upload.part_failed', `the storage answered ${reply.status}`, undefined);
  }
  const { targetPath, mountId, fileId } = upload;
  const claim = { targetPath, mountId, fileId, fileSize: file.size };
  return client.fs.commit({ body: claim }, { signal });
}

/** Uploads through the server, for storages that the browser cannot reach. */
async function sendThroughServer(
  { file, path, isNew }: FileWithPlace,
  { signal, onBytes }: ItemContext,
): Promise<Sent> {
  const body = new FormData();
  // The path comes first, because the server streams the form and needs the target before the file.
  body.append('path', directoryPath(parentOf(path)));
  if (isNew) body.append('if_none_match', '*');
  body.append('file', file, nameOf(path));
  // Caps the progress, because the form's bytes around the file do not count.
  const fetch = createFormSender(body, (bytes) => onBytes(Math.min(bytes, file.size)));
  const options = { signal, fetch, timeoutMs: LONGEST_MS };
  const stored = await client.fs.uploadForm({ body }, options);
  return 'fileName' in stored ? stored : { fileName: nameOf(path) };
}
