import { isReserved } from '#object-store/reserved-keys.ts';
import { keysOf } from './item-path.ts';
import {
  addFolders,
  assertThere,
  changeLink,
  find,
  freePath,
  type ItemObject,
  type ItemOwner,
  ownedBy,
  type ShareItem,
  type Transaction,
  withoutReferred,
} from './item-rows.ts';

/** Upload that becomes an item. */
export interface StoredUpload extends ItemObject {
  /** Id of the ledger's row, and of the item. */
  readonly id: string;
  readonly path: string;
  /** True to take the place of a stored item with the same path. */
  readonly isReplacing: boolean;
}

/** Object that no row refers to any more. */
export interface UnownedObject {
  readonly storageConfigId: string;
  readonly objectKey: string;
}

/**
 * Stores an upload as an item, in the transaction that commits the upload. A taken name gets a
 * number.
 *
 * @returns the item, and the object that it replaced
 * @throws {AppError} `bundles.not_found` if the link is gone
 */
export async function storeItem(
  transaction: Transaction,
  owner: ItemOwner,
  upload: StoredUpload,
  now: Date,
) {
  const { id, path: wanted, isReplacing, ...object } = upload;
  const revision = await assertThere(changeLink(transaction, owner), owner);
  const coming = await transaction.shareItem.findUnique({ where: { writeId: id } });
  const there = isReplacing ? await find(transaction, owner, wanted) : undefined;
  const replaced = there && there.id !== coming?.id && !there.isFolder ? there : undefined;
  if (replaced) await transaction.shareItem.delete({ where: { id: replaced.id } });
  const isInPlaceOf = coming !== null && !replaced;
  if (coming) await transaction.shareItem.delete({ where: { id: coming.id } });
  const inFolder = isInPlaceOf
    ? coming.path
    : await addFolders(transaction, owner, replaced?.path ?? wanted, now);
  const path = await freePath(transaction, owner, inFolder);
  const item = await transaction.shareItem.create({
    data: {
      id,
      ...ownedBy(owner),
      ...keysOf(path),
      ...object,
      sent: object.size,
      state: 'stored',
      revision,
      createdAt: now,
      updatedAt: now,
    },
  });
  const unowned = replaced ? await unownedOf(transaction, [replaced]) : [];
  return { item, unowned };
}

/** Objects of removed rows that were made for them and that no other row refers to. */
export async function unownedOf(
  transaction: Transaction,
  removed: readonly ShareItem[],
): Promise<readonly UnownedObject[]> {
  const own = removed.flatMap(({ storageConfigId, storagePath, filePath }) => {
    const isOwn = storageConfigId !== null && storagePath !== null && filePath === null;
    return isOwn && isReserved(storagePath) ? [{ storageConfigId, objectKey: storagePath }] : [];
  });
  return withoutReferred(transaction, own);
}
