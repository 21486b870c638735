import type { UploadHandle } from '@satchel/api-client';
import type { Context } from '../context.ts';

/**
 * Waits for an upload. Ctrl C ends it: one that can be gone on with keeps its parts on the server,
 * others are removed there.
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
