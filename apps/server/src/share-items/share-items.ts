import type { PrismaClient } from '#database';
import { rangeBelow } from '#paths/key-range.ts';
import { orderedId } from '#security/random.ts';
import { announceFiles, type ComingFile } from './announcing.ts';
import { createItemLists } from './item-lists.ts';
import {
  addItem,
  assertThere,
  changeLink,
  find,
  type ItemObject,
  type ItemOwner,
  ownedBy,
  removeEmptyFolders,
  removeRows,
  type ShareItem,
  type Transaction,
} from './item-rows.ts';
import { findUnowned, objectsOf, recordDeletions } from './unowned-objects.ts';

export type { ComingFile } from './announcing.ts';
export type { ItemObject, ItemOwner, ShareItem } from './item-rows.ts';
export type { StoredUpload } from './store-item.ts';

export type ShareItems = ReturnType<typeof createShareItems>;

/** Items of bundles and deliveries (CONTRACT A7). */
export function createShareItems(prisma: PrismaClient) {
  const { shareItem } = prisma;
  return {
    ...createItemLists(prisma),
    findById: async (id: string) =>
      (await shareItem.findUnique({
        where: { id },
        include: { bundle: { select: { slug: true, createdBy: true } } },
      })) ?? undefined,
    /** Bundle that uploads may join, by its id or slug; without a check of its owner. */
    findBundle: async (idOrSlug: string) =>
      (await prisma.bundle.findFirst({
        where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }] },
        select: { id: true, slug: true, createdBy: true, folderPath: true },
      })) ?? undefined,
    /** Shows files that are about to be uploaded, and how far their uploads are. */
    async announce(owner: ItemOwner, files: readonly ComingFile[], now: Date) {
      await prisma.$transaction(async (transaction) => {
        const revision = await assertThere(changeLink(transaction, owner), owner);
        await announceFiles(transaction, { owner, revision, now }, files);
      });
    },
    /**
     * Notes which upload brings a coming file. Chooses a free name if it was not announced. Returns the
     * path.
     */
    async expect(
      owner: ItemOwner,
      upload: ComingFile & { readonly id: string },
      now: Date,
    ): Promise<string> {
      return prisma.$transaction(async (transaction) => {
        const revision = await assertThere(changeLink(transaction, owner), owner);
        const { id, size } = upload;
        const announced = await find(transaction, owner, upload.path);
        const fields = { size: BigInt(size), revision, updatedAt: now, writeId: id };
        if (announced?.state === 'coming' && announced.writeId === null) {
          await transaction.shareItem.update({ where: { id: announced.id }, data: fields });
          return announced.path;
        }
        const coming = { id, size: fields.size, revision, writeId: id, state: 'coming' };
        return (await addItem(transaction, owner, upload.path, coming, now)).path;
      });
    },
    /** Removes the coming file of an upload that has ended. */
    async forget(writeIds: readonly string[]) {
      const rows = await shareItem.findMany({ where: { writeId: { in: [...writeIds] } } });
      for (const { id, path, bundleId, deliveryId } of rows) {
        const owner = ownerOf({ bundleId, deliveryId });
        await prisma.$transaction(async (transaction) => {
          const revision = owner && (await changeLink(transaction, owner));
          const { count } = await transaction.shareItem.deleteMany({
            where: { id, state: 'coming' },
          });
          if (owner && revision !== undefined && count > 0) {
            await removeEmptyFolders(transaction, owner, [path]);
            await noteRemoval(transaction, owner, revision);
          }
        });
      }
    },
    /**
     * Adds objects that exist already. Returns their paths, and those whose share was removed meanwhile. A
     * repeated call finds those that it has added.
     */
    async addExisting(
      owner: ItemOwner,
      objects: readonly (ItemObject & { readonly path: string })[],
      now: Date,
    ): Promise<{ readonly paths: readonly string[]; readonly gone: ReadonlySet<ItemObject> }> {
      return prisma.$transaction(async (transaction) => {
        const revision = await assertThere(changeLink(transaction, owner), owner);
        const paths: string[] = [];
        const added = await pathsOfObjects(transaction, owner, objects);
        const shared = objects
          .filter(({ filePath }) => filePath === null)
          .map((object) => ({
            object,
            storageConfigId: object.storageConfigId,
            objectKey: object.storagePath,
          }));
        const unowned = await findUnowned(transaction, shared);
        const gone = new Set<ItemObject>(unowned.map(({ object }) => object));
        for (const given of objects) {
          if (gone.has(given)) continue;
          const { path: wanted, ...object } = given;
          const earlier = added.get(placeOf(object, wanted));
          if (earlier !== undefined) {
            paths.push(earlier);
            continue;
          }
          const stored = {
            id: orderedId(),
            ...object,
            sent: object.size,
            state: 'stored',
            revision,
          };
          const { path } = await addItem(transaction, owner, wanted, stored, now);
          added.set(placeOf(object, wanted), path);
          paths.push(path);
        }
        return { paths, gone };
      });
    },
    /**
     * Removes items, and everything in folders; what a delivery has received stays there. Returns the
     * paths that were there, the uploads of coming files, and the recorded deletions of objects that no row
     * refers to any more.
     */
    async remove(owner: ItemOwner, paths: readonly string[], now: Date) {
      return prisma.$transaction(async (transaction) => {
        const revision = await assertThere(changeLink(transaction, owner), owner);
        const found: string[] = [];
        const removed: ShareItem[] = [];
        for (const path of paths) {
          const there = await find(transaction, owner, path);
          if (!there) continue;
          found.push(path);
          const below = { pathKey: rangeBelow(`${there.pathKey}/`) };
          const where = { OR: [{ id: there.id }, ...(there.isFolder ? [below] : [])] };
          removed.push(...(await removeRows(transaction, owner, where)));
        }
        await removeEmptyFolders(transaction, owner, found);
        await noteRemoval(transaction, owner, revision);
        const deletions = await recordDeletions(transaction, objectsOf(removed), now);
        return { found, writeIds: removed.flatMap(({ writeId }) => writeId ?? []), deletions };
      });
    },
    /** Removes announced files of the link that no upload brings. */
    async dropComing(owner: ItemOwner) {
      await prisma.$transaction(async (transaction) => {
        const revision = await assertThere(changeLink(transaction, owner), owner);
        const where = { ...ownedBy(owner), state: 'coming', writeId: null };
        const rows = await transaction.shareItem.findMany({ where, select: { path: true } });
        await transaction.shareItem.deleteMany({ where });
        await removeEmptyFolders(
          transaction,
          owner,
          rows.map(({ path }) => path),
        );
        await noteRemoval(transaction, owner, revision);
      });
    },
    /** Removes coming files without a sign of life since a time. Their uploads are swept by then. */
    async sweepComing(before: Date): Promise<number> {
      const where = { state: 'coming', updatedAt: { lt: before } };
      return (await shareItem.deleteMany({ where })).count;
    },
  };
}

/** Tells pages that follow the link to read it again, because a removed row has no revision. */
async function noteRemoval(
  transaction: Transaction,
  { bundleId }: ItemOwner,
  revision: number,
): Promise<void> {
  if (bundleId === undefined) return;
  await transaction.bundle.update({
    where: { id: bundleId },
    data: { removalRevision: revision },
    select: { id: true },
  });
}

function ownerOf(row: Pick<ShareItem, 'bundleId' | 'deliveryId'>): ItemOwner | undefined {
  if (row.bundleId !== null) return { bundleId: row.bundleId };
  return row.deliveryId === null ? undefined : { deliveryId: row.deliveryId };
}

/** Paths of items of a link that show one of the objects, by object and depth. */
async function pathsOfObjects(
  transaction: Transaction,
  owner: ItemOwner,
  objects: readonly ItemObject[],
): Promise<Map<string, string>> {
  const storagePath = { in: objects.flatMap(({ storagePath: key }) => key ?? []) };
  const where = { ...ownedBy(owner), state: 'stored', storagePath };
  const rows = await transaction.shareItem.findMany({ where });
  return new Map(rows.map((row) => [placeOf(row, row.path), row.path]));
}

/**
 * Identifies an object at a depth of a link. A file that was added alone and one in its folder differ in
 * depth, and a number behind a name does not change it.
 */
function placeOf(
  { storageConfigId, storagePath }: Pick<ShareItem, 'storageConfigId' | 'storagePath'>,
  path: string,
): string {
  return JSON.stringify([storageConfigId, storagePath, path.split('/').length]);
}
