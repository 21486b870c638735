import type { Prisma, PrismaClient } from '#database';
import { toSearchText } from '#database/search-text.ts';
import type { Authorized } from '#security/authorized.ts';
import { randomId } from '#security/random.ts';
import {
  inOneOrder,
  isOpenAt,
  toSpentView,
  translateShareFailure,
} from '#share-rules/share-rows.ts';

export interface FileShare {
  readonly id: string;
  readonly slug: string;
  readonly filename: string;
  readonly storageConfigId: string;
  readonly storagePath: string;
  readonly filePath: string | null;
  readonly mimetype: string;
  /** In bytes; what was announced until commit, then what storage says. */
  readonly size: bigint;
  readonly etag: string | null;
  readonly remark: string | null;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
  readonly maxViews: number | null;
  readonly views: number;
  readonly useProxy: boolean;
  readonly createdBy: string;
  readonly uploadId: string | null;
  /** While the upload goes on: the slug that it takes from another share of its owner. */
  readonly replacesSlug: string | null;
  /** Null while the upload goes on: only a committed share is public (CONTRACT A3). */
  readonly committedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface FileShareFilter {
  readonly createdBy?: string | undefined;
  /** Part of slug, file name or remark, in any case. */
  readonly search?: string | undefined;
}

/** An object that nobody refers to any more and that storage still has. */
export interface PendingDeletion {
  readonly id: string;
  readonly storageConfigId: string;
  readonly objectKey: string;
  readonly uploadId: string | null;
}

export type FileShareChanges = Partial<
  Omit<FileShare, 'id' | 'createdBy' | 'createdAt' | 'storageConfigId' | 'storagePath'>
>;

/** Where a share's object is now. */
export type FollowedObject = Pick<FileShare, 'storagePath' | 'filePath' | 'etag'>;

/** Which objects go with their shares: a file of a mount was there before its share. */
export type RemovedObjects = 'none' | 'uploaded' | 'mounted_too';

export interface FileShareRepository {
  create(share: FileShare): Promise<void>;
  findById(id: string): Promise<FileShare | undefined>;
  findBySlug(slug: string): Promise<FileShare | undefined>;
  findMany(ids: readonly string[]): Promise<readonly FileShare[]>;
  list(filter: FileShareFilter, skip: number, take: number): Promise<readonly FileShare[]>;
  count(filter: FileShareFilter): Promise<number>;
  /** Spends one view; atomic, like that of text shares (CONTRACT A3). */
  spendView(id: string, now: Date): Promise<{ views: number; isLastView: boolean } | undefined>;
  addViews(views: ReadonlyMap<string, number>): Promise<void>;
  update(share: Authorized<FileShare>, changes: FileShareChanges): Promise<void>;
  /**
   * Updates a share and removes the one whose slug it takes, which is noted for deletion, at once.
   */
  replace(
    replaced: Authorized<FileShare>,
    share: Authorized<FileShare>,
    changes: FileShareChanges,
    now: Date,
  ): Promise<readonly PendingDeletion[]>;
  /** Shares of any of these objects. */
  findByObjects(storageConfigId: string, keys: readonly string[]): Promise<readonly FileShare[]>;
  /** An object has another key now, and maybe another ETag. */
  follow(id: string, place: FollowedObject): Promise<void>;
  /** Removes rows, and notes objects for deletion in the same transaction. */
  remove(
    shares: readonly Authorized<FileShare>[],
    objects: RemovedObjects,
    now: Date,
  ): Promise<readonly PendingDeletion[]>;
  /** The same with objects, but only of those that nobody has changed since they were read. */
  removeUnchanged(
    shares: readonly Authorized<FileShare>[],
    now: Date,
  ): Promise<{ readonly removed: number; readonly deletions: readonly PendingDeletion[] }>;
  forgetDeletions(ids: readonly string[]): Promise<void>;
  listDeletions(take: number): Promise<readonly PendingDeletion[]>;
  /** What the sweeper may take: over, or never committed and untouched since `uncommittedBefore`. */
  listSweepable(
    overBefore: Date,
    uncommittedBefore: Date,
    now: Date,
    take: number,
  ): Promise<readonly FileShare[]>;
}

const isCommitted = { committedAt: { not: null } } as const;

export function createFileShareRepository(prisma: PrismaClient): FileShareRepository {
  const { fileShare } = prisma;
  const optional = async (row: Promise<FileShare | null>) => (await row) ?? undefined;
  const markUsedUp = async (now: Date, id?: string) => {
    const where = { usedUpAt: null, views: { gte: fileShare.fields.maxViews } };
    await fileShare.updateMany({
      where: id === undefined ? where : { ...where, id },
      data: { usedUpAt: now },
    });
  };
  const update = (share: FileShare, changes: FileShareChanges) => {
    const reset = changes.views === undefined ? {} : { usedUpAt: null };
    const data = { ...changes, ...reset, searchText: searchText({ ...share, ...changes }) };
    return fileShare.update({ where: { id: share.id }, data, select: { id: true } });
  };
  const removal = (
    shares: readonly FileShare[],
    deletions: readonly PendingDeletion[],
    now: Date,
  ) => [
    prisma.pendingDeletion.createMany({ data: notedAt(now, deletions) }),
    fileShare.deleteMany({ where: { id: { in: shares.map(({ id }) => id) } } }),
  ];
  return {
    async create(share) {
      const data = { ...share, searchText: searchText(share) };
      await translateShareFailure(
        fileShare.create({ data, select: { id: true } }),
        'file_shares.not_found',
      );
    },
    findById: (id) => optional(fileShare.findUnique({ where: { id } })),
    findBySlug: (slug) => optional(fileShare.findUnique({ where: { slug } })),
    findMany: (ids) => fileShare.findMany({ where: { id: { in: [...ids] } } }),
    list: (filter, skip, take) =>
      fileShare.findMany({
        where: whereOf(filter),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip,
        take,
      }),
    count: (filter) => fileShare.count({ where: whereOf(filter) }),
    async spendView(id, now) {
      const left = { OR: [{ maxViews: null }, { views: { lt: fileShare.fields.maxViews } }] };
      const [spent] = await fileShare.updateManyAndReturn({
        where: { id, ...isCommitted, AND: [isOpenAt(now), left] },
        data: { views: { increment: 1 } },
        select: { views: true, maxViews: true },
      });
      if (!spent) return undefined;
      const view = toSpentView(spent);
      if (view.isLastView) await markUsedUp(now, id);
      return view;
    },
    async addViews(views) {
      const updates = inOneOrder(views).map(([id, count]) =>
        fileShare.updateMany({ where: { id }, data: { views: { increment: count } } }),
      );
      await prisma.$transaction(updates);
    },
    async update(share, changes) {
      const { id } = share;
      await translateShareFailure(
        prisma.$transaction(async (transaction) => {
          const reset = changes.views === undefined ? {} : { usedUpAt: null };
          const row = await transaction.fileShare.update({
            where: { id },
            data: { ...changes, ...reset },
          });
          // Of the row as it is now: another change may have come since the share was read.
          const data = { searchText: searchText(row) };
          await transaction.fileShare.update({ where: { id }, data, select: { id: true } });
        }),
        'file_shares.not_found',
      );
    },
    async replace(replaced, share, changes, now) {
      const deletions = [replaced].filter(hasOwnObject('uploaded')).map(toDeletion);
      const both = [...removal([replaced], deletions, now), update(share, changes)];
      await translateShareFailure(prisma.$transaction(both), 'file_shares.not_found');
      return deletions;
    },
    findByObjects: (storageConfigId, keys) =>
      fileShare.findMany({ where: { storageConfigId, storagePath: { in: [...keys] } } }),
    async follow(id, data) {
      await fileShare.updateMany({ where: { id }, data });
    },
    async remove(shares, objects, now) {
      const deletions = shares.filter(hasOwnObject(objects)).map(toDeletion);
      await prisma.$transaction(removal(shares, deletions, now));
      return deletions;
    },
    async removeUnchanged(shares, now) {
      const deletions: PendingDeletion[] = [];
      let removed = 0;
      for (const share of shares) {
        const { id, updatedAt } = share;
        const noted = [share].filter(hasOwnObject('uploaded')).map(toDeletion);
        const isRemoved = await prisma.$transaction(async (transaction) => {
          const { count } = await transaction.fileShare.deleteMany({ where: { id, updatedAt } });
          if (count === 0) return false;
          await transaction.pendingDeletion.createMany({ data: notedAt(now, noted) });
          return true;
        });
        if (!isRemoved) continue;
        deletions.push(...noted);
        removed += 1;
      }
      return { removed, deletions };
    },
    async forgetDeletions(ids) {
      await prisma.pendingDeletion.deleteMany({ where: { id: { in: [...ids] } } });
    },
    listDeletions: (take) =>
      prisma.pendingDeletion.findMany({
        orderBy: { createdAt: 'asc' },
        take,
        omit: { createdAt: true },
      }),
    async listSweepable(overBefore, uncommittedBefore, now, take) {
      // Those whose last view a crash kept from being noted.
      await markUsedUp(now);
      return fileShare.findMany({
        where: {
          OR: [
            { ...isCommitted, expiresAt: { lte: overBefore } },
            { ...isCommitted, usedUpAt: { lte: overBefore } },
            { committedAt: null, updatedAt: { lte: uncommittedBefore } },
          ],
        },
        orderBy: { updatedAt: 'asc' },
        take,
      });
    },
  };
}

function hasOwnObject(objects: RemovedObjects): (share: FileShare) => boolean {
  return ({ filePath }) => objects !== 'none' && (filePath === null || objects === 'mounted_too');
}

function toDeletion({ storageConfigId, storagePath, uploadId, committedAt }: FileShare) {
  const openUpload = committedAt === null ? uploadId : null;
  return { id: randomId(), storageConfigId, objectKey: storagePath, uploadId: openUpload };
}

function notedAt(createdAt: Date, deletions: readonly PendingDeletion[]) {
  return deletions.map((deletion) => ({ ...deletion, createdAt }));
}

function searchText({ slug, filename, remark }: Pick<FileShare, 'slug' | 'filename' | 'remark'>) {
  return toSearchText(`${slug}\n${filename}\n${remark ?? ''}`);
}

function whereOf({ createdBy, search }: FileShareFilter): Prisma.FileShareWhereInput {
  return {
    ...isCommitted,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(search ? { searchText: { contains: toSearchText(search) } } : {}),
  };
}
