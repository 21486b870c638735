import type { UploadRequestDependencies } from '../dependencies.ts';
import type { DeliveryRepository } from './repository.ts';

/** Ids of removed deliveries, and the objects that they had. */
export type RemovedDeliveries = Awaited<ReturnType<DeliveryRepository['remove']>>;

/** Ends the uploads of removed deliveries and deletes their objects. Waits once for a silent storage. */
export async function cleanUpDeliveries(
  { endUploads, deleteNoted }: Pick<UploadRequestDependencies, 'endUploads' | 'deleteNoted'>,
  { removed, deletions }: RemovedDeliveries,
): Promise<void> {
  const createdBy = { in: removed.map((id) => `delivery:${id}`) };
  await Promise.all([endUploads({ createdBy }), deleteNoted(deletions)]);
}
