import { AppError } from '#errors';
import type { ClaimedWrite, ObjectWrite } from '#ledger/object-write.ts';
import type { StoredObject } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare } from '../repository.ts';
import type { Reservations } from './reservations.ts';
import { readDraft, toShare } from './share-draft.ts';

type Publish = (write: ObjectWrite | ClaimedWrite, object: StoredObject) => Promise<FileShare>;

/** Turns an upload whose object is stored into a public share, in one transaction (CONTRACT A3). */
export function createPublish(
  { repository, ledger, clock }: FileShareDependencies,
  reservations: Reservations,
  removals: Removals,
): (caller: AuthenticatedCaller) => Publish {
  return (caller) => async (write, object) => {
    const now = clock.now();
    const draft = toShare(write);
    const share = { ...draft, size: BigInt(object.size), etag: object.etag, updatedAt: now };
    // The file that `override` replaces stays readable until the new one is published (CONTRACT F4).
    const { isReplacing } = readDraft(write);
    const replaced = isReplacing ? await reservations.findReplaced(caller, share) : undefined;
    // The object of a `stored` upload was counted when it was stored.
    const objects =
      write.state === 'stored'
        ? []
        : [{ key: write.objectKey, size: object.size, etag: object.etag }];
    const deletions = await repository.publish({ share, write, objects, replaced }, now);
    if (!deletions) throw new AppError('file_shares.upload_unknown');
    await ledger.committed(write, objects);
    await removals.deleteNoted(deletions);
    return share;
  };
}
