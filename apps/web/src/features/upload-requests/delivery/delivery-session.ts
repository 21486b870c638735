import {
  bindCalls,
  type Client,
  createApiClient,
  createFileShares,
  createFs,
  type FileShares,
} from '@satchel/api-client';
import { uploadRequests } from '@satchel/api-client/contract/link-routes';
import {
  discardPendingUpload,
  listPendingUploads,
  type PendingUpload,
} from '@satchel/api-client/pending-uploads';
import { createUploadQueue } from '@satchel/api-client/uploads';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { readBackend } from '#shared/environment/backend.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import type { StoredDelivery } from './stored-delivery.ts';

/** Calls of one delivery, with its token; independent of a login in this browser. */
export interface DeliverySession {
  readonly receipt: string;
  readonly upload: FileShares['upload'];
  pending(): Promise<PendingUpload[]>;
  discard(pending: PendingUpload): Promise<void>;
  read(signal: AbortSignal): Promise<OwnDelivery>;
  finish(note: string): Promise<FinishedDelivery>;
}

type Requests = Client['uploadRequests'];
export type OwnDelivery = Awaited<ReturnType<Requests['delivery']>>;
export type FinishedDelivery = Awaited<ReturnType<Requests['finish']>>;

const sessions = new Map<string, DeliverySession>();

/** The session of a delivery; one per token, so that one queue limits its concurrent uploads. */
export function deliverySession(slug: string, { token, receipt }: StoredDelivery): DeliverySession {
  const known = sessions.get(token);
  if (known) return known;
  const api = createApiClient({
    baseUrl: readBackend(),
    credential: () => ({ kind: 'upload', token }),
    language: readLanguage,
  });
  const requests = bindCalls(api, uploadRequests);
  const store = createIndexedDbStore(`satchel-delivery-${receipt}`);
  const shares = createFileShares(api, createUploadQueue({ store }));
  const session: DeliverySession = {
    receipt,
    upload: shares.upload,
    pending: () => listPendingUploads(store),
    discard: (pending) =>
      discardPendingUpload({ fileShares: shares, fs: createFs(api) }, store, pending),
    read: (signal) => requests.delivery({ params: { slug } }, { signal }),
    finish: (note) => requests.finish({ params: { slug }, body: { note: note.trim() || null } }),
  };
  sessions.set(token, session);
  return session;
}
