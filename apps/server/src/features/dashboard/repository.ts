import { join, raw, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { ShareTable } from '#share-rules/share-statements.ts';

/** Bytes and files of a storage. */
export interface StorageUsage {
  readonly fileCount: number;
  readonly totalSize: number;
}

/** Half-open span of time. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export interface DashboardTotals {
  readonly textShares: number;
  readonly fileShares: number;
  readonly apiKeys: number;
}

export type DashboardRepository = ReturnType<typeof createDashboardRepository>;

/** Counts for the dashboard, with a fixed number of queries. */
export function createDashboardRepository(prisma: PrismaClient) {
  const { fileShare } = prisma;
  return {
    async totals(): Promise<DashboardTotals> {
      const [row] = await prisma.$queryRaw<{ [name in keyof DashboardTotals]: number | bigint }[]>`
        SELECT (SELECT COUNT(*) FROM text_shares) AS "textShares",
          (SELECT COUNT(*) FROM file_shares) AS "fileShares",
          (SELECT COUNT(*) FROM api_keys) AS "apiKeys"`;
      return {
        textShares: Number(row?.textShares),
        fileShares: Number(row?.fileShares),
        apiKeys: Number(row?.apiKeys),
      };
    },
    /** Number of existing shares created in each of these consecutive spans. */
    async createdIn(spans: readonly Span[]) {
      const countIn = async (table: ShareTable) => {
        const counts = spans.map(
          ({ from, until }, index) =>
            sql`COUNT(*) FILTER (WHERE created_at >= ${from} AND created_at < ${until}) AS ${raw(`span_${index}`)}`,
        );
        const [first, last] = [spans[0]?.from, spans.at(-1)?.until];
        if (!first || !last) return [];
        const [row] = await prisma.$queryRaw<Record<string, number | bigint>[]>(sql`
          SELECT ${join(counts)} FROM ${raw(table)}
          WHERE created_at >= ${first} AND created_at < ${last}`);
        return spans.map((_, index) => Number(row?.[`span_${index}`] ?? 0));
      };
      const [textShares, fileShares] = await Promise.all([
        countIn('text_shares'),
        countIn('file_shares'),
      ]);
      return { textShares, fileShares };
    },
    /** Bytes of file shares by storage config; configs without shares are missing. */
    async usageByConfig() {
      const groups = await fileShare.groupBy({
        by: ['storageConfigId'],
        _count: true,
        _sum: { size: true },
      });
      return new Map(
        groups.map(({ storageConfigId, _count: fileCount, _sum: { size } }) => [
          storageConfigId,
          { fileCount, totalSize: Number(size ?? 0) },
        ]),
      );
    },
  };
}
