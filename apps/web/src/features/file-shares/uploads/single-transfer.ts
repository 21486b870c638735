import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { api } from '#shared/api/api.ts';
import { type CreateTransfer, mimeTypeOf, type TransferProgress } from './transfer.ts';
import { UploadFailure } from './upload-failure.ts';

/** Time limit of the PUT to storage (SPEC 9). */
const PUT_TIMEOUT_MS = 300_000;

const sender = createXhrSender();

/** Uploads a small file in three steps: reserve and sign, PUT straight to storage, publish (SPEC 7). */
export const createSingleTransfer: CreateTransfer = ({ file, metadata }, onProgress) => {
  let controller = new AbortController();

  async function run() {
    controller = new AbortController();
    const { signal } = controller;
    const reserved = await api.call(
      presignFileShare,
      { body: { ...metadata, filename: file.name, size: file.size, mimetype: mimeTypeOf(file) } },
      { signal },
    );
    try {
      const etag = await put(reserved, signal);
      return await api.call(
        commitFileShare,
        { body: { file_id: reserved.file_id, size: file.size, etag } },
        { signal },
      );
    } catch (error) {
      // Frees the reserved slug at once. If this call fails, the server's sweep does it later.
      void api.call(deleteFileShares, { body: { ids: [reserved.file_id] } }).catch(() => {});
      throw error;
    }
  }

  async function put(
    target: { upload_url: string; contentType: string; provider_type: string },
    signal: AbortSignal,
  ): Promise<string | null> {
    const timeout = AbortSignal.timeout(PUT_TIMEOUT_MS);
    const startedAtMs = Date.now();
    let response: Awaited<ReturnType<typeof sender.put>>;
    try {
      response = await sender.put({
        url: target.upload_url,
        headers: headersFor(target),
        body: file,
        signal: AbortSignal.any([signal, timeout]),
        onProgress: (bytes) => onProgress(progressOf(bytes, file.size, Date.now() - startedAtMs)),
      });
    } catch (cause) {
      throw new UploadFailure(timeout.aborted ? 'timeout' : 'network', { cause });
    }
    if (response.status < 200 || response.status > 299) {
      throw new UploadFailure('http', { status: response.status });
    }
    return response.headers.get('ETag');
  }

  return { run, cancel: () => controller.abort() };
};

/** Backblaze B2 refuses a browser's PUT without these headers (CONTRACT F4). */
function headersFor(target: { contentType: string; provider_type: string }) {
  return {
    'Content-Type': target.contentType,
    ...(target.provider_type === 'Backblaze B2'
      ? { 'X-Bz-Content-Sha1': 'do_not_verify', 'X-Requested-With': 'XMLHttpRequest' }
      : {}),
  };
}

function progressOf(bytes: number, totalBytes: number, elapsedMs: number): TransferProgress {
  const bytesPerSecond = elapsedMs > 0 ? (bytes / elapsedMs) * 1000 : 0;
  const timeLeftMs = bytesPerSecond > 0 ? ((totalBytes - bytes) / bytesPerSecond) * 1000 : null;
  return { bytes, bytesPerSecond, timeLeftMs };
}
