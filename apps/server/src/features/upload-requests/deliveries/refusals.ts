import { AppError } from '#errors';
import type { UploadRequest } from '../requests/repository.ts';

/** Error for a sender whose delivery is not open. */
export function closedError(state: string | undefined): AppError {
  return new AppError(
    state === 'done' ? 'upload_requests.delivery_done' : 'upload_requests.token_invalid',
  );
}

type Limits = Pick<
  UploadRequest,
  'expiresAt' | 'maxFiles' | 'maxFileBytes' | 'maxTotalBytes' | 'fileCount' | 'byteCount'
>;

/** Reason why a request does not accept one more file of a size; undefined if it does. */
export function refusalOf(request: Limits, size: bigint, now: Date): AppError | undefined {
  const { expiresAt, maxFiles, maxFileBytes, maxTotalBytes, fileCount, byteCount } = request;
  if (expiresAt !== null && expiresAt <= now) return new AppError('upload_requests.expired');
  if (maxFiles !== null && fileCount >= maxFiles) {
    return new AppError('upload_requests.too_many_files', { details: { limit: maxFiles } });
  }
  if (maxFileBytes !== null && size > maxFileBytes) {
    const details = { maxBytes: Number(maxFileBytes) };
    return new AppError('upload_requests.file_too_large', { details });
  }
  if (maxTotalBytes !== null && byteCount + size > maxTotalBytes) {
    const details = { maxBytes: Number(maxTotalBytes) };
    return new AppError('upload_requests.total_too_large', { details });
  }
  return undefined;
}
