import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { CountedUsage } from './index-repository.ts';

export type UsageCounts = ReturnType<typeof createUsageRepository>;

interface UsageRow {
  readonly id: string;
  readonly objects: bigint;
  readonly bytes: bigint;
  readonly counted_at: Date | string;
}

/** Bytes and objects of counted buckets. */
export function createUsageRepository(prisma: PrismaClient) {
  const read = async (where: Sql): Promise<ReadonlyMap<string, CountedUsage>> => {
    // Skips counts of another bucket, because a config may have been pointed elsewhere.
    const rows = await prisma.$queryRaw<UsageRow[]>(sql`
      SELECT b.storage_config_id AS id, b.object_count AS objects, b.total_bytes AS bytes,
        b.finished_at AS counted_at
      FROM bucket_indexes b JOIN storage_configs c ON c.id = b.storage_config_id
      WHERE b.finished_at IS NOT NULL AND b.location = c.endpoint_url || ' ' || c.bucket_name
        AND ${where}`);
    return new Map(rows.map((row) => [row.id, toUsage(row)]));
  };
  return {
    /** By storage config; one query. */
    all: () => read(sql`1 = 1`),
    of: async (configId: string) =>
      (await read(sql`b.storage_config_id = ${configId}`)).get(configId),
  };
}

/** Identity of a bucket, in the same form as in the query above. */
export function locationOf(config: { endpointUrl: string; bucketName: string }): string {
  return `${config.endpointUrl} ${config.bucketName}`;
}

function toUsage({ objects, bytes, counted_at: countedAt }: UsageRow): CountedUsage {
  return {
    // Avoids negative counts: removals from a bucket too large for its index may concern uncounted objects.
    objectCount: Math.max(0, Number(objects)),
    totalBytes: Math.max(0, Number(bytes)),
    countedAt: new Date(countedAt),
  };
}
