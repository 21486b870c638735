import { createFileShares, createFs, type FileShares, type Fs } from '@satchel/api-client';
import {
  discardPendingUpload,
  listPendingUploads,
  type PendingUpload,
} from '@satchel/api-client/pending-uploads';
import { createUploadQueue } from '@satchel/api-client/uploads';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { client } from '#shared/api/client.ts';
import { perOwner } from '#shared/session/per-owner.ts';
import { createOriginSender } from './origin-sender.ts';
import { uploadSpeed } from './upload-speed.ts';

/** Uploads of one user: a shared queue, and a store of resumable uploads. */
export interface UploadSession {
  readonly uploadShare: FileShares['upload'];
  readonly uploadEntry: Fs['upload'];
  pending(): Promise<PendingUpload[]>;
  discard(pending: PendingUpload): Promise<void>;
}

export const uploadSession = perOwner((owner): UploadSession => {
  const store = createIndexedDbStore(`satchel-uploads-${owner}`);
  const queue = createUploadQueue({ store, speed: uploadSpeed, send: createOriginSender() });
  return {
    uploadShare: createFileShares(client, queue).upload,
    uploadEntry: createFs(client, queue).upload,
    pending: () => listPendingUploads(store),
    discard: (pending) => discardPendingUpload(client, store, pending),
  };
});
