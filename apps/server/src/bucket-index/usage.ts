import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { CountedUsage } from './index-repository.ts';

/** What buckets hold, where they have been counted. */
export interface UsageCounts {
  of(configId: string): Promise<CountedUsage | undefined>;
  /** By storage config; one query. */
  all(): Promise<ReadonlyMap<string, CountedUsage>>;
}

/** An upload that asks for room. */
export interface RequestedRoom {
  readonly configId: string;
  /** Of the object that is overwritten, if there is one. */
  readonly key: string | undefined;
  /** Uploads that are already among those under way. */
  readonly exceptShareId: string | undefined;
  readonly exceptSessionId: string | undefined;
}

export interface UsageRepository extends UsageCounts {
  /**
   * Bytes that a bucket holds and that uploads under way will add, less those of the object that is
   * overwritten. One query by primary keys, however much the bucket holds.
   */
  countedBytes(room: RequestedRoom): Promise<number>;
  /** The same from our own rows alone, for a bucket that could not be counted. */
  rowBytes(room: RequestedRoom): Promise<number>;
}

interface UsageRow {
  readonly id: string;
  readonly objects: bigint;
  readonly bytes: bigint;
  readonly counted_at: Date | string;
}

export function createUsageRepository(prisma: PrismaClient): UsageRepository {
  const read = async (where: Sql): Promise<ReadonlyMap<string, CountedUsage>> => {
    // Those that are counted as what they are now: a config may have been pointed elsewhere.
    const rows = await prisma.$queryRaw<UsageRow[]>(sql`
      SELECT b.storage_config_id AS id, b.object_count AS objects, b.total_bytes AS bytes,
        b.finished_at AS counted_at
      FROM bucket_indexes b JOIN storage_configs c ON c.id = b.storage_config_id
      WHERE b.finished_at IS NOT NULL AND b.location = c.endpoint_url || ' ' || c.bucket_name
        AND ${where}`);
    return new Map(rows.map((row) => [row.id, toUsage(row)]));
  };
  const sumOf = async (statement: Sql) => {
    const [row] = await prisma.$queryRaw<{ bytes: bigint | number | null }[]>(statement);
    return Number(row?.bytes ?? 0);
  };
  return {
    all: () => read(sql`1 = 1`),
    of: async (configId) => (await read(sql`b.storage_config_id = ${configId}`)).get(configId),
    countedBytes: ({ configId, key = '', exceptShareId = '', exceptSessionId = '' }) =>
      // What is uploaded and only not committed yet may be counted already. The index of uploads
      // under way is meant, not that of all shares of a storage, hence the || ''.
      sumOf(sql`
        SELECT CAST(total_bytes
          - COALESCE((SELECT size FROM bucket_entries
              WHERE storage_config_id = ${configId} AND key = ${key}), 0)
          + COALESCE((SELECT SUM(s.size) FROM file_shares s
              WHERE s.committed_at IS NULL AND s.storage_config_id || '' = ${configId}
                AND s.id <> ${exceptShareId} AND NOT EXISTS (
                  SELECT 1 FROM bucket_entries e WHERE e.storage_config_id = s.storage_config_id
                    AND e.key = s.storage_path AND NOT e.is_removed)), 0)
          + COALESCE((SELECT SUM(u.file_size) FROM upload_sessions u
              WHERE u.storage_config_id = ${configId} AND u.id <> ${exceptSessionId}
                AND u.completed_at IS NULL), 0)
          AS BIGINT) AS bytes
        FROM bucket_indexes WHERE storage_config_id = ${configId}`),
    rowBytes: ({ configId, exceptShareId = '', exceptSessionId = '' }) =>
      sumOf(sql`
        SELECT CAST(
            COALESCE((SELECT SUM(size) FROM file_shares
              WHERE storage_config_id = ${configId} AND id <> ${exceptShareId}), 0)
          + COALESCE((SELECT SUM(file_size) FROM upload_sessions
              WHERE storage_config_id = ${configId} AND id <> ${exceptSessionId}
                AND completed_at IS NULL), 0)
          AS BIGINT) AS bytes`),
  };
}

/** What makes a bucket another one; as the query above spells it. */
export function locationOf(config: { endpointUrl: string; bucketName: string }): string {
  return `${config.endpointUrl} ${config.bucketName}`;
}

function toUsage({ objects, bytes, counted_at: countedAt }: UsageRow): CountedUsage {
  return {
    // A bucket too large for its index may lose what was never counted.
    objectCount: Math.max(0, Number(objects)),
    totalBytes: Math.max(0, Number(bytes)),
    countedAt: new Date(countedAt),
  };
}
