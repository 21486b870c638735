import { PART_SIZE_BYTES } from '@satchel/multipart-uploader';
import { queryClient } from '#shared/api/query-client.ts';
import { createMultipartTransfer } from './multipart-transfer.ts';
import { createSingleTransfer } from './single-transfer.ts';
import { createUploadQueue } from './upload-queue.ts';

/** The uploads of this tab. Files that are larger than one part go in parts, to survive faults. */
export const uploads = createUploadQueue({
  concurrentFiles: 3,
  createTransfer: (job, onProgress) =>
    job.file.size > PART_SIZE_BYTES
      ? createMultipartTransfer(job, onProgress)
      : createSingleTransfer(job, onProgress),
  onComplete: () =>
    void queryClient.invalidateQueries({ queryKey: ['private', 'file-shares', 'list'] }),
});
