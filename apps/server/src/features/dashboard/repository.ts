import type { PrismaClient } from '#database';

/** Bytes and files of a storage. */
export interface StorageUsage {
  readonly fileCount: number;
  readonly totalSize: number;
}

/** A half-open span of time. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export interface DashboardTotals {
  readonly textShares: number;
  readonly fileShares: number;
  readonly apiKeys: number;
}

/** Counts, in a number of queries that does not grow with what is counted. */
export interface DashboardRepository {
  totals(): Promise<DashboardTotals>;
  /** How many of today's shares were made in each of these spans. */
  createdIn(spans: readonly Span[]): Promise<{ textShares: number[]; fileShares: number[] }>;
  /** What file shares take up, by storage config; none where there is no share. */
  usageByConfig(): Promise<Map<string, StorageUsage>>;
}

export function createDashboardRepository(prisma: PrismaClient): DashboardRepository {
  const { textShare, fileShare, apiKey } = prisma;
  return {
    async totals() {
      const [textShares, fileShares, apiKeys] = await Promise.all([
        textShare.count(),
        fileShare.count(),
        apiKey.count(),
      ]);
      return { textShares, fileShares, apiKeys };
    },
    async createdIn(spans) {
      const created = spans.map(({ from, until }) => ({ createdAt: { gte: from, lt: until } }));
      const [textShares, fileShares] = await Promise.all([
        Promise.all(created.map((where) => textShare.count({ where }))),
        Promise.all(created.map((where) => fileShare.count({ where }))),
      ]);
      return { textShares, fileShares };
    },
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
