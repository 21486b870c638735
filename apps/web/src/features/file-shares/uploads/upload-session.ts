import { createFileShares, type FileShares } from '@satchel/api-client';
import {
  discardPendingUpload,
  listPendingUploads,
  type PendingUpload,
} from '@satchel/api-client/pending-uploads';
import { createUploadQueue } from '@satchel/api-client/uploads';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { client } from '#shared/api/client.ts';
import { perOwner } from '#shared/session/per-owner.ts';

/** The uploads of one user: a queue, and what is remembered to be resumed. */
export interface UploadSession {
  readonly upload: FileShares['upload'];
  pending(): Promise<PendingUpload[]>;
  discard(pending: PendingUpload): Promise<void>;
}

export const uploadSession = perOwner((owner): UploadSession => {
  const store = createIndexedDbStore(`satchel-uploads-${owner}`);
  const { upload } = createFileShares(client, createUploadQueue({ store }));
  return {
    upload,
    pending: () => listPendingUploads(store),
    discard: (pending) => discardPendingUpload(client.fileShares, store, pending),
  };
});
