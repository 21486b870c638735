import { createFs, type Fs } from '@satchel/api-client';
import { createUploadQueue } from '@satchel/api-client/uploads';
import type { StoredUpload } from '@satchel/multipart-uploader';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { client } from '#shared/api/client.ts';
import { perOwner } from '#shared/session/per-owner.ts';

/** The uploads of one user into mounts: a queue, and what is remembered to be resumed. */
export interface EntryUploadSession {
  readonly upload: Fs['upload'];
  stored(): Promise<readonly StoredUpload[]>;
  forget(id: string): Promise<void>;
}

export const entryUploadSession = perOwner((owner): EntryUploadSession => {
  const store = createIndexedDbStore(`satchel-entry-uploads-${owner}`);
  const { upload } = createFs(client, createUploadQueue({ store }));
  return { upload, stored: () => store.list(), forget: (id) => store.delete(id) };
});
