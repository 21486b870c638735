import { UploadError } from '../engine/errors.ts';

/**
 * A file that changed on disk fails like a network error. Reading a byte of it tells them apart.
 *
 * @throws UploadError `file_unreadable`, else the failure itself
 */
export async function explainFailure(body: Blob, failure: unknown): Promise<never> {
  try {
    await body.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UploadError('file_unreadable', { cause });
  }
  throw failure;
}
