import { sqltag as sql } from '@prisma/client/runtime/client';
import { isStored, type Prisma, type PrismaClient, withRefusals } from '#database';
import { AppError } from '#errors';
import { orderedId } from '#security/random.ts';
import { addItem, assertThere, changeLink, lockDeliveries } from '#share-items/item-rows.ts';
import { objectsOf, recordDeletions } from '#share-items/unowned-objects.ts';
import type { UploadRequest } from '../requests/repository.ts';
import { closedError, refusalOf } from './refusals.ts';

export type Delivery = Readonly<Omit<Prisma.DeliveryModel, 'tokenHash'>>;

export type Transaction = Prisma.TransactionClient;

/** Delivery with its request, as the token of its sender finds them. */
export type HeldDelivery = Delivery & { readonly request: UploadRequest };

/** File of a delivery. */
export type DeliveredItem = Readonly<Prisma.ShareItemModel>;

export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;

const omit = { tokenHash: true } as const;
const withRequest = { request: { omit: { searchText: true } } } as const;

export function createDeliveryRepository(prisma: PrismaClient) {
  const { delivery, shareItem, objectWrite } = prisma;
  const begin = (row: Prisma.DeliveryUncheckedCreateInput, passwordHash: string | null) =>
    prisma.$transaction(async (transaction) => {
      await transaction.delivery.create({ data: row, select: { id: true } });
      // The update locks the request's row, so that a change of the password sees this delivery.
      const where = { id: row.requestId, passwordHash };
      const data = { passwordHash };
      const { count } = await transaction.uploadRequest.updateMany({ where, data });
      if (count === 0) throw new AppError('upload_requests.wrong_password');
    });
  return {
    /**
     * Creates a delivery, unless its request has got another password than the sender has given.
     *
     * @returns false if the folder or the receipt is taken
     * @throws {AppError} `upload_requests.wrong_password`, `.not_found`
     */
    create: (row: Prisma.DeliveryUncheckedCreateInput, passwordHash: string | null) =>
      withRefusals(isStored(begin(row, passwordHash)), { reference: 'upload_requests.not_found' }),
    /** True if a delivery of the request has the folder, in any case. */
    async hasFolder(requestId: string, folder: string): Promise<boolean> {
      const rows = await prisma.$queryRaw<{ id: string }[]>(
        sql`SELECT id FROM deliveries WHERE request_id = ${requestId}
          AND (folder = ${folder} OR lower(folder) = ${folder.toLowerCase()}) LIMIT 1`,
      );
      return rows.length > 0;
    },
    find: async (id: string): Promise<HeldDelivery | undefined> =>
      (await delivery.findUnique({ where: { id }, omit, include: withRequest })) ?? undefined,
    findByToken: async (tokenHash: string): Promise<HeldDelivery | undefined> =>
      (await delivery.findUnique({ where: { tokenHash }, omit, include: withRequest })) ??
      undefined,
    findMany: (requestId: string, ids: readonly string[]): Promise<readonly Delivery[]> =>
      delivery.findMany({ where: { requestId, id: { in: [...ids] } }, omit }),
    /** Deliveries with files, and finished ones, newest first. */
    async list(requestId: string, take: number, skip: number) {
      const where = { requestId, OR: [{ fileCount: { gt: 0 } }, { state: 'done' }] };
      const [deliveries, total] = await Promise.all([
        delivery.findMany({
          where,
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take,
          skip,
          omit,
        }),
        delivery.count({ where }),
      ]);
      return { deliveries, total };
    },
    /** Stored files of a delivery by their paths. */
    filesOf: (deliveryId: string, take?: number): Promise<readonly DeliveredItem[]> =>
      shareItem.findMany({
        where: { deliveryId, state: 'stored', isFolder: false },
        orderBy: { pathKey: 'asc' },
        ...(take === undefined ? {} : { take }),
      }),
    async markSeen(requestId: string, ids: readonly string[]) {
      const where = { requestId, id: { in: [...ids] } };
      await delivery.updateMany({ where, data: { isSeen: true } });
    },
    /** Number of deliveries of a request, and of those without files. */
    async countOf(requestId: string) {
      const [total, empty] = await Promise.all([
        delivery.count({ where: { requestId } }),
        delivery.count({ where: { requestId, state: 'open', fileCount: 0 } }),
      ]);
      return { total, empty };
    },
    /**
     * Finishes an open delivery, and tells of it in the same transaction.
     *
     * @returns false if it is not open, or has no files
     */
    async finish(
      { id }: Pick<Delivery, 'id'>,
      note: string | null,
      now: Date,
      tell: (transaction: Transaction, done: Delivery) => Promise<void>,
    ): Promise<boolean> {
      return prisma.$transaction(async (transaction) => {
        const { count } = await transaction.delivery.updateMany({
          where: { id, state: 'open', fileCount: { gt: 0 } },
          data: { state: 'done', note, doneAt: now, updatedAt: now },
        });
        if (count === 0) return false;
        const done = await transaction.delivery.findUniqueOrThrow({ where: { id }, omit });
        await tell(transaction, done);
        return true;
      });
    },
    /**
     * Counts a file in the transaction that commits it, if delivery and request accept it: the limits
     * hold over all replicas (CONTRACT A7).
     *
     * @throws {AppError} `upload_requests.delivery_done`, `.token_invalid`, `.expired`,
     *   `.too_many_files`, `.file_too_large`, `.total_too_large`
     */
    async accept(transaction: Transaction, id: string, size: bigint, now: Date) {
      const [row] = await transaction.$queryRaw<{ requestId: string }[]>(sql`
        UPDATE deliveries SET file_count = file_count + 1, byte_count = byte_count + ${size},
          updated_at = ${now}
        WHERE id = ${id} AND state = 'open' RETURNING request_id AS "requestId"`);
      if (!row) {
        const current = await transaction.delivery.findUnique({ where: { id } });
        throw closedError(current?.state);
      }
      const counted = await transaction.$executeRaw(sql`
        UPDATE upload_requests SET file_count = file_count + 1, byte_count = byte_count + ${size}
        WHERE id = ${row.requestId} AND (expires_at IS NULL OR expires_at > ${now})
          AND (max_files IS NULL OR file_count < max_files)
          AND (max_file_bytes IS NULL OR ${size} <= max_file_bytes)
          AND (max_total_bytes IS NULL OR byte_count + ${size} <= max_total_bytes)`);
      if (counted > 0) return;
      const request = await transaction.uploadRequest.findUnique({ where: { id: row.requestId } });
      throw (request && refusalOf(request, size, now)) ?? new AppError('upload_requests.expired');
    },
    /**
     * Removes deliveries with their files, except for files of bundles. Records the objects below
     * `.satchel/` as pending deletions in the same transaction, and frees the request's limits.
     */
    async remove(requestId: string, ids: readonly string[], now: Date) {
      return prisma.$transaction(async (transaction) => {
        const where = { requestId, id: { in: [...ids] } };
        await lockDeliveries(transaction, ids);
        const gone = await transaction.delivery.findMany({ where, omit });
        const found = gone.map(({ id }) => id);
        const own = { deliveryId: { in: found }, bundleId: null };
        const items = await transaction.shareItem.findMany({ where: own });
        await transaction.shareItem.deleteMany({ where: own });
        await transaction.delivery.deleteMany({ where: { id: { in: found } } });
        await transaction.uploadRequest.updateMany({
          where: { id: requestId },
          data: {
            fileCount: { decrement: gone.reduce((sum, { fileCount }) => sum + fileCount, 0) },
            byteCount: { decrement: gone.reduce((sum, { byteCount }) => sum + byteCount, 0n) },
          },
        });
        const deletions = await recordDeletions(transaction, objectsOf(items), now);
        return { removed: found, deletions };
      });
    },
    /**
     * Adds the stored files of a delivery to a bundle, which shows the change. Files that the bundle has had
     * before are not added again.
     */
    async addToBundle(deliveryId: string, bundleId: string, now: Date) {
      await prisma.$transaction(async (transaction) => {
        await transaction.delivery.updateMany({ where: { id: deliveryId }, data: { bundleId } });
        await addReceived(transaction, { deliveryId, bundleId }, now);
      });
    },
    /** Those of the paths in a mount that a bundle shows. */
    async pathsOfBundle(bundleId: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
      const where = { bundleId, filePath: { in: [...paths] } };
      const rows = await shareItem.findMany({ where, select: { filePath: true } });
      return new Set(rows.flatMap(({ filePath }) => filePath ?? []));
    },
    /** Points an item at its file in a mount, and records the object that it had as a pending deletion. */
    async relocate(
      { id, storageConfigId, storagePath }: DeliveredItem,
      place: { readonly storageConfigId: string; readonly key: string; readonly path: string },
      now: Date,
    ) {
      const data = {
        storageConfigId: place.storageConfigId,
        storagePath: place.key,
        filePath: place.path,
        etag: null,
        updatedAt: now,
      };
      return prisma.$transaction(async (transaction) => {
        const where = { id, storageConfigId, storagePath };
        const { count } = await transaction.shareItem.updateMany({ where, data });
        if (count === 0) return [];
        const before = { storageConfigId, storagePath, filePath: null };
        return recordDeletions(transaction, objectsOf([before]), now);
      });
    },
    /** Deliveries of a request, a batch at a time. */
    async listIds(requestId: string, take: number): Promise<readonly string[]> {
      const rows = await delivery.findMany({ where: { requestId }, take, select: { id: true } });
      return rows.map(({ id }) => id);
    },
    /** Ended deliveries of a request that still have uploads, as the creators of these. */
    async sendersOfEnded(requestId: string): Promise<string[]> {
      const rows = await prisma.$queryRaw<{ createdBy: string }[]>(sql`
        SELECT DISTINCT created_by AS "createdBy" FROM object_writes WHERE created_by IN (
          SELECT 'delivery:' || id FROM deliveries
          WHERE request_id = ${requestId} AND state = 'ended')`);
      return rows.map(({ createdBy }) => createdBy);
    },
    /** Removes deliveries without files and without a sign of life since a time; their uploads are swept, too. */
    async removeAbandoned(before: Date): Promise<number> {
      const where = { state: { not: 'done' }, fileCount: 0, updatedAt: { lt: before } };
      const rows = await delivery.findMany({ where, take: 500, select: { id: true } });
      const creators = rows.map(({ id }) => `delivery:${id}`);
      const active = await objectWrite.findMany({
        where: { createdBy: { in: creators } },
        distinct: ['createdBy'],
        select: { createdBy: true },
      });
      const isActive = new Set(active.map(({ createdBy }) => createdBy));
      const idle = rows.map(({ id }) => id).filter((id) => !isActive.has(`delivery:${id}`));
      // Coming files of these have ended with their uploads.
      await shareItem.deleteMany({ where: { deliveryId: { in: idle }, bundleId: null } });
      return (await delivery.deleteMany({ where: { ...where, id: { in: idle } } })).count;
    },
    async touch(id: string, now: Date) {
      await delivery.updateMany({ where: { id }, data: { updatedAt: now } });
    },
  };
}

/** Adds rows of a delivery to a bundle; copies of them where the bundle has other files of their names. */
async function addReceived(
  transaction: Transaction,
  { deliveryId, bundleId }: { readonly deliveryId: string; readonly bundleId: string },
  now: Date,
): Promise<void> {
  const { shareItem } = transaction;
  const revision = await assertThere(changeLink(transaction, { bundleId }), { bundleId });
  // Rows keep the revision with which a bundle took them, also after it has released them.
  const isNew = revision === 1;
  const where = {
    deliveryId,
    bundleId: null,
    state: 'stored',
    ...(isNew ? {} : { revision: 0 }),
  };
  const taken = await transaction.$queryRaw<{ id: string; isFolder: boolean | number }[]>(sql`
    SELECT mine.id, mine.is_folder AND other.is_folder AS "isFolder"
      FROM share_items mine JOIN share_items other
        ON other.bundle_id = ${bundleId} AND other.path_key = mine.path_key
      WHERE mine.delivery_id = ${deliveryId} AND mine.bundle_id IS NULL`);
  if (taken.every(({ isFolder }) => Boolean(isFolder))) {
    const id = { notIn: taken.map((row) => row.id) };
    await shareItem.updateMany({ where: { ...where, id }, data: { bundleId, revision } });
    return;
  }
  const files = await shareItem.findMany({ where: { ...where, isFolder: false } });
  for (const { path, storageConfigId, storagePath, filePath, mimetype, size, etag } of files) {
    const object = { storageConfigId, storagePath, filePath, mimetype, size, etag };
    const stored = { id: orderedId(), ...object, sent: size, state: 'stored', revision };
    await addItem(transaction, { bundleId }, path, stored, now);
  }
  await shareItem.updateMany({ where, data: { revision } });
}
