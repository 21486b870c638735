import { join, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { itemPathKey, numberedItemPath } from '@satchel/api-client/contract/item-path';
import type { Prisma } from '#database';
import { AppError } from '#errors';
import { nameOf } from '#paths/key.ts';
import { randomId } from '#security/random.ts';
import { foldersAbove, type ItemKeys, keysOf, parentOf } from './item-path.ts';

export type Transaction = Prisma.TransactionClient;

export type ShareItem = Readonly<Prisma.ShareItemModel>;

/** Link that an item belongs to: a bundle, or what one visitor sends into an upload request. */
export type ItemOwner =
  | { readonly bundleId: string; readonly deliveryId?: undefined }
  | { readonly deliveryId: string; readonly bundleId?: undefined };

/** Bytes of an item: an object in a bucket. */
export interface ItemObject {
  readonly storageConfigId: string;
  readonly storagePath: string;
  /** Path in a mount, for a file that stays where it is. */
  readonly filePath: string | null;
  readonly mimetype: string;
  readonly size: bigint;
  readonly etag: string | null;
}

/** Condition on the rows of a link. */
export function ownedBy(owner: ItemOwner) {
  return owner.bundleId === undefined
    ? { deliveryId: owner.deliveryId }
    : { bundleId: owner.bundleId };
}

/**
 * Locks a link until the transaction ends, so that names are chosen one after the other, and counts the
 * change. Returns the link's new revision, or undefined if the link is gone.
 */
export async function changeLink(
  transaction: Transaction,
  owner: ItemOwner,
): Promise<number | undefined> {
  const statement: Sql =
    owner.bundleId === undefined
      ? sql`UPDATE deliveries SET updated_at = updated_at WHERE id = ${owner.deliveryId}
          RETURNING 0 AS revision`
      : sql`UPDATE bundles SET revision = revision + 1 WHERE id = ${owner.bundleId}
          RETURNING revision`;
  const [row] = await transaction.$queryRaw<{ revision: number | bigint }[]>(statement);
  return row && Number(row.revision);
}

/**
 * Locks deliveries, and the bundles that were made of them and have their ids, until the transaction ends.
 * Call it first: rows that are a bundle's, too, are removed with the last of both, and a delivery is removed
 * with all that it has received.
 */
export async function lockDeliveries(
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw(
    sql`UPDATE deliveries SET updated_at = updated_at WHERE id IN (${join(ids)})`,
  );
  // Changes of a bundle's items lock the bundle alone, and may release rows of the delivery meanwhile.
  await transaction.$executeRaw(
    sql`UPDATE bundles SET revision = revision WHERE id IN (${join(ids)})`,
  );
}

/**
 * Adds the folders above a path. Returns the path with the folders as they are spelled already; a folder
 * whose name is a file's gets a number. Call it under the lock of {@link changeLink}.
 */
async function addFolders(
  transaction: Transaction,
  owner: ItemOwner,
  path: string,
  now: Date,
): Promise<string> {
  const folders = foldersAbove(path);
  if (folders.length === 0) return path;
  const rows = await transaction.shareItem.findMany({
    where: { ...ownedBy(owner), pathKey: { in: folders.map(itemPathKey) } },
    select: { path: true, pathKey: true, isFolder: true },
  });
  const known = new Map(rows.map((row) => [row.pathKey, row]));
  let parent = '';
  for (const folder of folders) {
    const wanted = parent === '' ? nameOf(folder) : `${parent}/${nameOf(folder)}`;
    // The rows that were read do not hold below a folder that got a number.
    const isAsRead = itemPathKey(wanted) === itemPathKey(folder);
    const there = isAsRead
      ? known.get(itemPathKey(folder))
      : await find(transaction, owner, wanted);
    if (there?.isFolder) parent = there.path;
    else parent = await addFolder(transaction, owner, wanted, now);
  }
  return `${parent}/${nameOf(path)}`;
}

async function addFolder(transaction: Transaction, owner: ItemOwner, path: string, now: Date) {
  const free = await freePath(transaction, owner, path, (row) => row.isFolder);
  const isThere = await find(transaction, owner, free);
  if (isThere) return isThere.path;
  await transaction.shareItem.create({
    data: {
      id: randomId(),
      ...ownedBy(owner),
      ...keysOf(free),
      isFolder: true,
      state: 'stored',
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  });
  return free;
}

/**
 * First of `a`, `a (1)`, `a (2)` … that no item has.
 *
 * @param isUsable true for a row that may have the name, such as the caller's own
 */
async function freePath(
  transaction: Transaction,
  owner: ItemOwner,
  path: string,
  isUsable: (row: ShareItem) => boolean = () => false,
): Promise<string> {
  for (let number = 0; ; number += 1) {
    const candidate = numberedItemPath(path, number);
    const taken = await find(transaction, owner, candidate);
    if (!taken || isUsable(taken)) return candidate;
  }
}

/**
 * Adds an item at the first free path, with the folders above it. Returns its row. Call it under the lock
 * of {@link changeLink}.
 */
export async function addItem(
  transaction: Transaction,
  owner: ItemOwner,
  wanted: string,
  fields: Omit<Prisma.ShareItemUncheckedCreateInput, keyof ItemKeys | 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<ShareItem> {
  const path = await freePath(
    transaction,
    owner,
    await addFolders(transaction, owner, wanted, now),
  );
  return transaction.shareItem.create({
    data: { ...ownedBy(owner), ...keysOf(path), ...fields, createdAt: now, updatedAt: now },
  });
}

export async function find(
  transaction: Transaction,
  owner: ItemOwner,
  path: string,
): Promise<ShareItem | undefined> {
  const where = { ...ownedBy(owner), pathKey: itemPathKey(path) };
  return (await transaction.shareItem.findFirst({ where })) ?? undefined;
}

/**
 * Removes rows of a link, and returns them. A bundle only releases rows that a delivery has received,
 * because their files belong to the delivery.
 */
export async function removeRows(
  transaction: Transaction,
  owner: ItemOwner,
  rows: Prisma.ShareItemWhereInput,
): Promise<readonly ShareItem[]> {
  const { shareItem } = transaction;
  const where = { ...rows, ...ownedBy(owner) };
  if (owner.bundleId !== undefined) {
    const delivered = { ...where, deliveryId: { not: null } };
    await shareItem.updateMany({ where: delivered, data: { bundleId: null } });
  }
  const removed = await shareItem.findMany({ where });
  await shareItem.deleteMany({ where });
  return removed;
}

/** Removes folders above the paths that have nothing in them any more. */
export async function removeEmptyFolders(
  transaction: Transaction,
  owner: ItemOwner,
  paths: readonly string[],
): Promise<void> {
  let parents = new Set(paths.map((path) => parentOf(itemPathKey(path))).filter(Boolean));
  while (parents.size > 0) {
    const above = new Set<string>();
    for (const parent of parents) {
      const where = { ...ownedBy(owner), parentKey: parent };
      const hasItems = await transaction.shareItem.findFirst({ where, select: { id: true } });
      if (hasItems) continue;
      await removeRows(transaction, owner, { pathKey: parent, isFolder: true });
      if (parentOf(parent) !== '') above.add(parentOf(parent));
    }
    parents = above;
  }
}

/** Rows whose state or bytes changed get the revision of the change. */
export async function assertThere(
  revision: Promise<number | undefined>,
  owner: ItemOwner,
): Promise<number> {
  const changed = await revision;
  if (changed !== undefined) return changed;
  throw new AppError(
    owner.bundleId === undefined ? 'upload_requests.delivery_not_found' : 'bundles.not_found',
  );
}
