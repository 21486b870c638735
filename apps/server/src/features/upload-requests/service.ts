import { createDestination } from './deliveries/destination.ts';
import { createDeliveryDownloads } from './deliveries/downloads.ts';
import { createDeliveries } from './deliveries/handling.ts';
import { createVisiting } from './deliveries/visiting.ts';
import type { UploadRequestDependencies } from './dependencies.ts';
import { createFolderAccess } from './requests/folder-access.ts';
import { createManaging } from './requests/managing.ts';

export type { DeliveredItem, Delivery, HeldDelivery } from './deliveries/repository.ts';
export type { DeliveryCounts, UploadRequest } from './requests/repository.ts';

export type UploadRequestService = ReturnType<typeof createUploadRequestService>;

/** Rules of upload requests (CONTRACT A7): links through which others send files in. */
export function createUploadRequestService(dependencies: UploadRequestDependencies) {
  const access = createFolderAccess(dependencies);
  const managing = createManaging(dependencies);
  return {
    ...managing,
    visiting: createVisiting(dependencies, access),
    deliveries: createDeliveries(dependencies, managing),
    downloads: createDeliveryDownloads(dependencies, managing),
    /** Places of the files that senders upload. */
    destination: createDestination(dependencies, access),
  };
}
