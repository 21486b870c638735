import { Upload, type UploadOptions } from 'tus-js-client';

declare module 'tus-js-client' {
  // Missing in its types.
  interface UploadOptions {
    protocol?: 'tus-v1' | 'ietf-draft-03' | 'ietf-draft-05';
  }
  class FileUrlStorage implements UrlStorage {
    constructor(path: string);
    findAllUploads: UrlStorage['findAllUploads'];
    findUploadsByFingerprint: UrlStorage['findUploadsByFingerprint'];
    removeUpload: UrlStorage['removeUpload'];
    addUpload: UrlStorage['addUpload'];
  }
}

export interface TusTask {
  readonly endpoint: string;
  readonly authorization: string;
  readonly protocol: 'ietf-draft-03' | 'ietf-draft-05';
}

/** Shares a file with tus-js-client, which resumes an earlier upload of the same file. */
export async function shareWithTus(
  file: Buffer,
  { endpoint, authorization, protocol }: TusTask,
  options: Partial<UploadOptions> = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    endpoint,
    protocol,
    headers: { authorization },
    retryDelays: [0, 200, 500, 1000, 2000, 4000],
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  await promise;
  return upload.url ?? '';
}
