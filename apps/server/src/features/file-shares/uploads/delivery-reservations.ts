import { createdByOf } from '@satchel/api-client/permissions';
import type { Storage } from '#features/storage-configs/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { NewUpload } from '#ledger/direct-uploads.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { nameOf } from '#share-items/item-path.ts';
import type { Transaction } from '#share-items/item-rows.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import { writeDraft } from './share-draft.ts';

/** File that a sender wants to upload. */
export interface DeliveredFile {
  readonly filename: string;
  readonly relative_path?: string | null | undefined;
  /** In bytes. */
  readonly size?: number | null | undefined;
}

/** Place of a file in a storage. */
export interface DeliveryPlace {
  readonly objectKey: string;
  /** Path in a mount; null outside of mounts. */
  readonly filePath: string | null;
  readonly mountId: string | undefined;
}

/** Delivery that accepts a file, and where the file goes. */
export interface FoundDestination {
  readonly owner: { readonly deliveryId: string };
  /** Wanted path within the delivery. */
  readonly path: string;
  readonly storage: Storage;
  /** Resolves the path that the file gets. */
  readonly locate: (path: string) => Promise<DeliveryPlace>;
}

/** Rules of upload requests that uploads with the token of a delivery follow (CONTRACT A7). */
export interface DeliveryDestinations {
  find(caller: DeliveryCaller, file: DeliveredFile, signal: AbortSignal): Promise<FoundDestination>;
  /** Checks just before an object appears that the request still accepts it. */
  assertOpen(caller: DeliveryCaller, sizeBytes: number): Promise<void>;
  /** Counts a file in the transaction that commits it; throws if it is one too many. */
  accept(transaction: Transaction, deliveryId: string, size: bigint, now: Date): Promise<void>;
}

type Dependencies = Pick<FileShareDependencies, 'deliveries' | 'items' | 'clock'>;

/** Reserves the upload of a sender, and chooses its path and its key. */
export function createReserveDelivery({ deliveries, items, clock }: Dependencies) {
  return async <Write extends ObjectWrite>(
    caller: DeliveryCaller,
    file: DeliveredFile,
    begin: (storage: Storage, upload: NewUpload) => Promise<Write>,
    signal: AbortSignal,
  ) => {
    const { owner, storage, ...found } = await deliveries.find(caller, file, signal);
    const id = randomId();
    const expected = { id, path: found.path, size: file.size ?? 0 };
    const path = await items.expect(owner, expected, clock.now());
    try {
      const { filePath, objectKey, mountId } = await found.locate(path);
      const item = { owner, path, isReplacing: false, linkSlug: null, filePath };
      const draft = { filename: nameOf(path), mimetype: contentTypeOf(path), slug: '', item };
      const unlimited = { remark: null, passwordHash: null, expiresAt: null, maxViews: null };
      const isMounted = filePath !== null;
      const write = await begin(storage, {
        id,
        // The name of a file in a mount is not random, so its upload claims it and replaces nothing.
        kind: isMounted ? 'entry' : 'file_share',
        ...(isMounted ? { ifNoneMatch: '*', mountId } : {}),
        objectKey,
        declaredBytes: file.size ?? undefined,
        contentType: draft.mimetype,
        createdBy: createdByOf(caller),
        details: writeDraft({ ...draft, ...unlimited, useProxy: true, isReplacing: false }),
      });
      return { storage, write, item };
    } catch (error) {
      await items.forget([id]);
      throw error;
    }
  };
}
