import { sqltag as sql } from '@prisma/client/runtime/client';
import type { Prisma, PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { toSearchText } from '#database/search-text.ts';
import type { Authorized } from '#security/authorized.ts';
import { type ShareSorting, UPLOAD_REQUEST_COLUMNS } from '#share-rules/share-list.ts';
import { inOrderOf, translateShareFailure } from '#share-rules/share-rows.ts';
import { createShareStatements } from '#share-rules/share-statements.ts';

export type UploadRequest = Readonly<Omit<Prisma.UploadRequestModel, 'searchText'>>;

export type UploadRequestSorting = ShareSorting<keyof typeof UPLOAD_REQUEST_COLUMNS>;

export type UploadRequestChanges = Partial<
  Omit<
    UploadRequest,
    'id' | 'createdBy' | 'createdAt' | 'storageConfigId' | 'storagePath' | 'folderPath'
  >
>;

/** Numbers of the deliveries of a request that have files or are finished. */
export interface DeliveryCounts {
  readonly count: number;
  readonly unseen: number;
}

/** Condition on deliveries that owners see: those with files, and finished ones. */
const ARRIVED = { OR: [{ fileCount: { gt: 0 } }, { state: 'done' }] };

export type UploadRequestRepository = ReturnType<typeof createUploadRequestRepository>;

export function createUploadRequestRepository(prisma: PrismaClient, kind: DatabaseKind) {
  const { uploadRequest, delivery } = prisma;
  const statements = createShareStatements(prisma, kind, 'upload_requests', UPLOAD_REQUEST_COLUMNS);
  const optional = async (row: Promise<UploadRequest | null>) => (await row) ?? undefined;
  const omit = { searchText: true } as const;
  const findMany = (ids: readonly string[]): Promise<readonly UploadRequest[]> =>
    uploadRequest.findMany({ where: { id: { in: [...ids] } }, omit });
  return {
    async create(request: UploadRequest) {
      const data = { ...request, searchText: searchText(request) };
      await translateShareFailure(
        uploadRequest.create({ data, select: { id: true } }),
        'upload_requests.not_found',
      );
    },
    findById: (id: string) => optional(uploadRequest.findUnique({ where: { id }, omit })),
    findBySlug: (slug: string) => optional(uploadRequest.findUnique({ where: { slug }, omit })),
    findMany,
    async list(...page: Parameters<typeof statements.pageOf>) {
      const { ids, total } = await statements.pageOf(...page);
      return { requests: inOrderOf(ids, await findMany(ids)), total };
    },
    async update({ id }: Authorized<UploadRequest>, changes: UploadRequestChanges) {
      const work = prisma.$transaction(async (transaction) => {
        const row = await transaction.uploadRequest.update({ where: { id }, data: changes });
        // Computes the text from the current row, because another change may have come meanwhile.
        const data = { searchText: searchText(row) };
        await transaction.uploadRequest.update({ where: { id }, data, select: { id: true } });
        if (changes.passwordHash) await revokeTokens(transaction, id);
      });
      await translateShareFailure(work, 'upload_requests.not_found');
    },
    /** Removes rows without deliveries; those with some are kept. */
    async removeEmpty(ids: readonly string[]) {
      const where = { id: { in: [...ids] }, deliveries: { none: {} } };
      return (await uploadRequest.deleteMany({ where })).count;
    },
    /** Requests that ended before a time, without files. */
    async listEnded(before: Date, take: number): Promise<readonly string[]> {
      const where = { expiresAt: { lte: before }, deliveries: { none: { fileCount: { gt: 0 } } } };
      const rows = await uploadRequest.findMany({ where, take, select: { id: true } });
      return rows.map(({ id }) => id);
    },
    /** Number of unseen deliveries into the requests of a creator, or into all requests. */
    countUnseen: (createdBy: string | undefined): Promise<number> =>
      delivery.count({
        where: {
          isSeen: false,
          ...ARRIVED,
          ...(createdBy === undefined ? {} : { request: { createdBy } }),
        },
      }),
    async countsOf(ids: readonly string[]): Promise<(id: string) => DeliveryCounts> {
      const rows = await delivery.groupBy({
        by: ['requestId', 'isSeen'],
        where: { requestId: { in: [...ids] }, ...ARRIVED },
        _count: { _all: true },
      });
      return (id) => {
        const own = rows.filter(({ requestId }) => requestId === id);
        const sum = (some: typeof own) => some.reduce((total, row) => total + row._count._all, 0);
        return { count: sum(own), unseen: sum(own.filter(({ isSeen }) => !isSeen)) };
      };
    },
  };
}

type Searched = Pick<UploadRequest, 'slug' | 'title' | 'message' | 'note'>;

function searchText({ slug, title, message, note }: Searched) {
  return toSearchText(`${slug}\n${title}\n${message ?? ''}\n${note ?? ''}`);
}

/** Ends the open deliveries of a request, because their senders have entered with an earlier password. */
async function revokeTokens(transaction: Prisma.TransactionClient, requestId: string) {
  // No token has this text as its hash.
  await transaction.$executeRaw(
    sql`UPDATE deliveries SET token_hash = 'revoked ' || id
      WHERE request_id = ${requestId} AND state = 'open'`,
  );
}
