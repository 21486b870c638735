import type { Storage } from '#features/storage-configs/service.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import type { Transaction } from '#share-items/item-rows.ts';

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
