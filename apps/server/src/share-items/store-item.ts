import {
  addItem,
  assertThere,
  changeLink,
  find,
  type ItemObject,
  type ItemOwner,
  removeRows,
  type Transaction,
} from './item-rows.ts';
import { objectsOf, recordDeletions } from './unowned-objects.ts';

/** Upload that becomes an item. */
export interface StoredUpload extends ItemObject {
  /** Id of the ledger's row, and of the item. */
  readonly id: string;
  readonly path: string;
  /** True to take the place of a stored item with the same path. */
  readonly isReplacing: boolean;
}

/**
 * Stores an upload as an item, in the transaction that commits the upload. A taken name gets a
 * number.
 *
 * @returns the item, and the recorded deletion of the object that it replaced
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
  const removed = replaced ? await removeRows(transaction, owner, { id: replaced.id }) : [];
  if (coming) await transaction.shareItem.delete({ where: { id: coming.id } });
  const stored = { id, ...object, sent: object.size, state: 'stored', revision };
  const free = replaced?.path ?? coming?.path ?? wanted;
  const item = await addItem(transaction, owner, free, stored, now);
  const deletions = await recordDeletions(transaction, objectsOf(removed), now);
  return { item, deletions };
}
