import type { Prisma, PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { toSearchText } from '#database/search-text.ts';
import type { Authorized } from '#security/authorized.ts';
import { lockDeliveries } from '#share-items/item-rows.ts';
import { objectsOf, recordDeletions } from '#share-items/unowned-objects.ts';
import { BUNDLE_COLUMNS, type ShareSorting } from '#share-rules/share-list.ts';
import { inOrderOf, listEnded, translateShareFailure } from '#share-rules/share-rows.ts';
import { createShareStatements } from '#share-rules/share-statements.ts';

export type Bundle = Readonly<Omit<Prisma.BundleModel, 'searchText' | 'usedUpAt'>>;

export type BundleSorting = ShareSorting<keyof typeof BUNDLE_COLUMNS>;

export type BundleChanges = Partial<
  Omit<Bundle, 'id' | 'createdBy' | 'createdAt' | 'folderPath' | 'storageConfigId' | 'storagePath'>
>;

/** Counters by which pages that follow a bundle notice a change. */
export type BundleRevision = Pick<
  Bundle,
  'id' | 'revision' | 'removalRevision' | 'state' | 'updatedAt' | 'expiresAt'
>;

export type BundleRepository = ReturnType<typeof createBundleRepository>;

export function createBundleRepository(prisma: PrismaClient, kind: DatabaseKind) {
  const { bundle } = prisma;
  const statements = createShareStatements(prisma, kind, 'bundles', BUNDLE_COLUMNS);
  const findMany = (ids: readonly string[]): Promise<readonly Bundle[]> =>
    bundle.findMany({ where: { id: { in: [...ids] } } });
  return {
    async create(row: Bundle) {
      const data = { ...row, searchText: searchText(row) };
      await translateShareFailure(
        bundle.create({ data, select: { id: true } }),
        'bundles.not_found',
      );
    },
    findById: async (id: string): Promise<Bundle | undefined> =>
      (await bundle.findUnique({ where: { id } })) ?? undefined,
    findBySlug: async (slug: string): Promise<Bundle | undefined> =>
      (await bundle.findUnique({ where: { slug } })) ?? undefined,
    findMany,
    async list(...page: Parameters<typeof statements.pageOf>) {
      const { ids, total } = await statements.pageOf(...page);
      return { bundles: inOrderOf(ids, await findMany(ids)), total };
    },
    spendView: (id: string, now: Date) => statements.spendView({ id }, now),
    addViews: statements.addViews,
    async update({ id }: Authorized<Bundle>, changes: BundleChanges): Promise<Bundle> {
      const work = prisma.$transaction(async (transaction) => {
        // Clears the mark of a bundle that may have views again; the sweep sets it again if it has none.
        const reset = 'views' in changes || 'maxViews' in changes ? { usedUpAt: null } : {};
        const data = { ...changes, ...reset, revision: { increment: 1 } };
        const row = await transaction.bundle.update({ where: { id }, data });
        await transaction.bundle.update({
          where: { id },
          data: { searchText: searchText(row) },
          select: { id: true },
        });
        return row;
      });
      return translateShareFailure(work, 'bundles.not_found');
    },
    /**
     * Removes bundles with their items; those of deliveries stay there. Records the objects that no row
     * refers to any more, and returns them with the uploads that were still to come.
     *
     * @param versions true to remove only bundles that have not changed since they were read
     */
    async remove(bundles: readonly Authorized<Bundle>[], now: Date, versions = false) {
      return prisma.$transaction(async (transaction) => {
        const gone: string[] = [];
        await lockDeliveries(
          transaction,
          bundles.map(({ id }) => id),
        );
        for (const { id, updatedAt } of bundles) {
          const where = versions ? { id, updatedAt } : { id };
          // The items first, because the deletion of the bundle sets their reference to null.
          const isThere = await transaction.bundle.updateMany({
            where,
            data: { revision: { increment: 1 } },
          });
          if (isThere.count > 0) gone.push(id);
        }
        const where = { bundleId: { in: gone }, deliveryId: null };
        const items = await transaction.shareItem.findMany({ where });
        await transaction.shareItem.deleteMany({ where });
        await transaction.bundle.deleteMany({ where: { id: { in: gone } } });
        // The bundle of a delivery has the delivery's id.
        const made = { id: { in: gone } };
        await transaction.delivery.updateMany({ where: made, data: { bundleId: null } });
        const deletions = await recordDeletions(transaction, objectsOf(items), now);
        const writeIds = items.flatMap(({ writeId }) => writeId ?? []);
        return { removed: gone.length, deletions, writeIds };
      });
    },
    /** Runs work that belongs together in one transaction. */
    transaction: <Result>(work: (transaction: Prisma.TransactionClient) => Promise<Result>) =>
      prisma.$transaction(work),
    /** Counters of several bundles, for the pages that follow them. */
    revisionsOf: (ids: readonly string[]): Promise<readonly BundleRevision[]> =>
      bundle.findMany({
        where: { id: { in: [...ids] } },
        select: {
          id: true,
          revision: true,
          removalRevision: true,
          state: true,
          updatedAt: true,
          expiresAt: true,
        },
      }),
    /** Bundles that the sweep may remove, because they ended a while ago. */
    async listSweepable(overBefore: Date, now: Date, take: number): Promise<readonly Bundle[]> {
      await statements.markUsedUp(now);
      return listEnded(overBefore, take, (query) => bundle.findMany(query));
    },
  };
}

function searchText({ slug, title, sender, message, note }: Bundle): string {
  return toSearchText([slug, title, sender, message, note].map((text) => text ?? '').join('\n'));
}
