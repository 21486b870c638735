import { join, sqltag as sql } from '@prisma/client/runtime/client';
import type { Database, Prisma } from '#database';
import { toSearchText } from '#database/search-text.ts';
import { AppError } from '#errors';
import { lockSlug } from '#ledger/conflicts.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { KeyedObject } from '#ledger/object-write.ts';
import type { CommittedWrite } from '#ledger/planned-write.ts';
import type { Authorized } from '#security/authorized.ts';
import type { ItemOwner } from '#share-items/share-items.ts';
import { type StoredUpload, storeItem } from '#share-items/store-item.ts';
import { recordDeletions } from '#share-items/unowned-objects.ts';
import { FILE_COLUMNS, type ShareSorting } from '#share-rules/share-list.ts';
import { inOrderOf, listEnded, translateShareFailure } from '#share-rules/share-rows.ts';
import { createShareStatements } from '#share-rules/share-statements.ts';
import { followStatements, type MovedName } from './managing/follow-statement.ts';
import { isInPlace } from './managing/is-in-place.ts';

export type FileShare = Readonly<Omit<Prisma.FileShareModel, 'searchText' | 'usedUpAt'>>;

export type FileShareSorting = ShareSorting<keyof typeof FILE_COLUMNS>;

export type FileShareChanges = Partial<
  Omit<FileShare, 'id' | 'createdBy' | 'createdAt' | 'storageConfigId' | 'storagePath'>
>;

/** Objects that are deleted with their shares. `owned`: those below `.satchel/`, made for the share. */
export type RemovedObjects = 'none' | 'owned' | 'all';

export type FileShareRepository = ReturnType<typeof createFileShareRepository>;

/** Upload that becomes a share. */
export interface Publication {
  readonly share: FileShare;
  readonly write: CommittedWrite;
  /** Objects that are counted together with the row. */
  readonly objects: readonly KeyedObject[];
  readonly replaced: Authorized<FileShare> | undefined;
}

/** Upload that becomes an item of a link. */
export interface ItemPublication extends Pick<Publication, 'write' | 'objects'> {
  readonly owner: ItemOwner;
  readonly upload: StoredUpload;
  /** Checks and counts the file in the transaction; throws to refuse it. */
  readonly accept: (transaction: Prisma.TransactionClient) => Promise<void>;
}

export function createFileShareRepository(
  { prisma, kind, transactTogether }: Pick<Database, 'prisma' | 'kind' | 'transactTogether'>,
  ledger: Pick<Ledger, 'commitIn'>,
) {
  const { fileShare } = prisma;
  const statements = createShareStatements(prisma, kind, 'file_shares', FILE_COLUMNS);
  const findMany = (ids: readonly string[]): Promise<readonly FileShare[]> =>
    fileShare.findMany({ where: { id: { in: [...ids] } } });
  const optional = async (row: Promise<FileShare | null>) => (await row) ?? undefined;
  /**
   * Checks that no open upload has the slug, under a lock, so that none can reserve it at the same
   * moment.
   */
  const claimSlug = async (transaction: Prisma.TransactionClient, slug: string) => {
    await lockSlug(transaction, kind, slug);
    const upload = await transaction.objectWrite.findUnique({
      where: { slug },
      select: { id: true },
    });
    if (upload) throw new AppError('shares.slug_taken');
  };
  return {
    async create(share: FileShare) {
      const data = { ...share, searchText: searchText(share) };
      await translateShareFailure(
        fileShare.create({ data, select: { id: true } }),
        'file_shares.not_found',
      );
    },
    findById: (id: string) => optional(fileShare.findUnique({ where: { id } })),
    findBySlug: (slug: string) => optional(fileShare.findUnique({ where: { slug } })),
    findMany,
    async list(...page: Parameters<typeof statements.pageOf>) {
      const { ids, total } = await statements.pageOf(...page);
      return { shares: inOrderOf(ids, await findMany(ids)), total };
    },
    spendView: (id: string, now: Date) => statements.spendView({ id }, now),
    addViews: statements.addViews,
    async update(share: Authorized<FileShare>, changes: FileShareChanges) {
      const { id } = share;
      const work = prisma.$transaction(async (transaction) => {
        const { slug } = changes;
        if (slug !== undefined && slug !== share.slug) await claimSlug(transaction, slug);
        // Clears the mark of a share that may have views again; if it has none, the sweep sets the mark
        // again.
        const reset = 'views' in changes || 'maxViews' in changes ? { usedUpAt: null } : {};
        const row = await transaction.fileShare.update({
          where: { id },
          data: { ...changes, ...reset },
        });
        // Computes the text from the current row, because another change may have come since the share
        // was read.
        const data = { searchText: searchText(row) };
        await transaction.fileShare.update({ where: { id }, data, select: { id: true } });
      });
      await translateShareFailure(work, 'file_shares.not_found');
    },
    /**
     * Turns an upload into a share, which replaces another share of the same slug. Returns the objects
     * that are unowned now, or undefined if the upload was aborted.
     */
    async publish({ share, write, objects: counted, replaced }: Publication, now: Date) {
      const published = transactTogether(async (transaction) => {
        if (!(await ledger.commitIn(transaction, write, counted))) return undefined;
        if (replaced) await transaction.fileShare.deleteMany({ where: { id: replaced.id } });
        const objects = objectsOf(replaced ? [replaced] : [], 'owned');
        const deletions = await recordDeletions(transaction, objects, now);
        const data = { ...share, searchText: searchText(share) };
        await transaction.fileShare.create({ data, select: { id: true } });
        return deletions;
      });
      return translateShareFailure(published, 'file_shares.not_found');
    },
    /**
     * Turns an upload into an item of a link. Returns the item, and the objects that are unowned now;
     * undefined if the upload was aborted.
     */
    async publishItem({ owner, upload, write, objects, accept }: ItemPublication, now: Date) {
      return transactTogether(async (transaction) => {
        if (!(await ledger.commitIn(transaction, write, objects))) return undefined;
        await accept(transaction);
        return storeItem(transaction, owner, upload, now);
      });
    },
    /** Updates all links to moved files and folders in one statement a table. */
    async follow(storageConfigId: string, moved: MovedName) {
      const statements = followStatements(storageConfigId, moved);
      await prisma.$transaction(statements.map((statement) => prisma.$executeRaw(statement)));
    },
    /** Removes rows, and records their objects as pending deletions in the same transaction. */
    async remove(shares: readonly Authorized<FileShare>[], objects: RemovedObjects, now: Date) {
      return prisma.$transaction(async (transaction) => {
        await transaction.fileShare.deleteMany({
          where: { id: { in: shares.map(({ id }) => id) } },
        });
        return recordDeletions(transaction, objectsOf(shares, objects), now);
      });
    },
    /** Removes shares with their objects, if they have not changed since they were read. */
    async removeUnchanged(shares: readonly Authorized<FileShare>[], now: Date) {
      const versions = shares.map(
        ({ id, updatedAt }) => sql`(id = ${id} AND updated_at = ${updatedAt})`,
      );
      if (versions.length === 0) return { removed: 0, deletions: [] };
      return prisma.$transaction(async (transaction) => {
        const rows = await transaction.$queryRaw<{ id: string }[]>(
          sql`DELETE FROM file_shares WHERE ${join(versions, ' OR ')} RETURNING id`,
        );
        const removed = new Set(rows.map(({ id }) => id));
        const gone = shares.filter(({ id }) => removed.has(id));
        const deletions = await recordDeletions(transaction, objectsOf(gone, 'owned'), now);
        return { removed: removed.size, deletions };
      });
    },
    async forgetDeletions(ids: readonly string[]) {
      await prisma.pendingDeletion.deleteMany({ where: { id: { in: [...ids] } } });
    },
    /** Storages with pending deletions. */
    async listDeletionStorages(): Promise<readonly string[]> {
      const rows = await prisma.pendingDeletion.findMany({
        distinct: ['storageConfigId'],
        select: { storageConfigId: true },
      });
      return rows.map(({ storageConfigId }) => storageConfigId);
    },
    listDeletions: (storageConfigId: string, take: number, skip = 0) =>
      prisma.pendingDeletion.findMany({
        where: { storageConfigId },
        orderBy: { createdAt: 'asc' },
        skip,
        take,
        omit: { createdAt: true },
      }),
    /** Shares that the sweep may remove, because they ended a while ago. */
    async listSweepable(overBefore: Date, now: Date, take: number): Promise<readonly FileShare[]> {
      await statements.markUsedUp(now);
      return listEnded(overBefore, take, (query) => fileShare.findMany(query));
    },
  };
}

function objectsOf(shares: readonly FileShare[], objects: RemovedObjects) {
  const removed = shares.filter(
    (share) => objects !== 'none' && (objects === 'all' || !isInPlace(share)),
  );
  return removed.map(({ storageConfigId, storagePath: objectKey }) => ({
    storageConfigId,
    objectKey,
  }));
}

type Searched = Pick<FileShare, 'slug' | 'filename' | 'remark' | 'note'>;

function searchText({ slug, filename, remark, note }: Searched) {
  return toSearchText(`${slug}\n${filename}\n${remark ?? ''}\n${note ?? ''}`);
}
