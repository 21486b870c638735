import { AppError } from '#errors';
import type { ClaimedWrite, ObjectWrite } from '#ledger/object-write.ts';
import type { StoredObject } from '#object-store';
import type { UploadCaller } from '#security/caller.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare, ItemPublication } from '../repository.ts';
import type { ItemDestination } from './destinations.ts';
import type { Reservation, Reservations } from './reservations.ts';
import { itemAsShare, readDraft, toShare } from './share-draft.ts';

/** Share, or item of a link, that an upload has become. */
interface Published {
  readonly share: FileShare;
  readonly item: Reservation['item'];
}

type Transaction = Parameters<ItemPublication['accept']>[0];

type Publish = (write: ObjectWrite | ClaimedWrite, object: StoredObject) => Promise<Published>;

/** Turns an upload whose object is stored into a public share, in one transaction (CONTRACT A3). */
export function createPublish(
  { repository, deliveries, ledger, clock }: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
): (caller: UploadCaller) => Publish {
  const publishItem = async (
    write: ObjectWrite | ClaimedWrite,
    object: StoredObject,
    { owner, path, isReplacing, linkSlug }: ItemDestination,
  ) => {
    const draft = toShare(write);
    const objects = uncounted(write, object);
    const stored = { size: BigInt(object.size), etag: object.etag };
    const { id, storageConfigId, storagePath, mimetype } = draft;
    const place = { storageConfigId, storagePath, filePath: draft.filePath };
    const upload = { id, path, isReplacing, mimetype, ...place, ...stored };
    const { deliveryId } = owner;
    const now = clock.now();
    const accept = async (transaction: Transaction) => {
      if (deliveryId === undefined) return;
      await deliveries.accept(transaction, deliveryId, stored.size, now);
    };
    const published = await repository.publishItem({ owner, upload, write, objects, accept }, now);
    if (!published) throw new AppError('file_shares.upload_unknown');
    await ledger.committed(write, objects);
    await removals.deleteNoted(published.deletions);
    const share = itemAsShare(published.item, draft.createdBy);
    return { share, item: { path: published.item.path, linkSlug } };
  };

  return (caller) => async (write, object) => {
    const now = clock.now();
    const { item } = readDraft(write);
    if (item) return publishItem(write, object, item);
    const draft = toShare(write);
    const share = { ...draft, size: BigInt(object.size), etag: object.etag, updatedAt: now };
    // The file that `override` replaces stays readable until the new one is published (CONTRACT F4).
    const { isReplacing } = readDraft(write);
    const replaced =
      isReplacing && caller.kind !== 'delivery'
        ? await reservations.findReplaced(caller, share)
        : undefined;
    const objects = uncounted(write, object);
    const deletions = await repository.publish({ share, write, objects, replaced }, now);
    if (!deletions) throw new AppError('file_shares.upload_unknown');
    await ledger.committed(write, objects);
    await removals.deleteNoted(deletions);
    return { share, item: undefined };
  };
}

/** Objects to count with the commit: that of a `stored` upload was counted when it was stored. */
function uncounted({ state, objectKey }: ObjectWrite, { size, etag }: StoredObject) {
  return state === 'stored' ? [] : [{ key: objectKey, size, etag }];
}
