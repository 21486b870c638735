import { UploadError } from '../engine/errors.ts';

/**
 * Distinguishes a file that has changed on disk from a network error by reading a byte of it, because both
 * fail in the same way.
 *
 * @throws UploadError `file_unreadable`, otherwise the given failure
 */
export async function explainFailure(body: Blob, failure: unknown): Promise<never> {
  try {
    await body.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UploadError('file_unreadable', { cause });
  }
  throw failure;
}
