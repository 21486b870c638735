import type { UploadHandle } from '@satchel/api-client';
import type { Context } from '../context.ts';

/**
 * Waits for an upload. On Ctrl+C it keeps the uploaded parts of a resumable upload on the server, and removes
 * those of others.
 */
export async function followUpload<Result>(
  { signal }: Pick<Context, 'signal'>,
  upload: UploadHandle<Result>,
  canBeResumed: boolean,
): Promise<Result> {
  let ending: Promise<void> | undefined;
  const end = () => {
    ending = upload.abort({ keep: canBeResumed });
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await upload.done;
  } finally {
    signal.removeEventListener('abort', end);
    await ending;
  }
}
