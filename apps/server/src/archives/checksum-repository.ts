import { sqltag } from '@prisma/client/runtime/client';
import type { Prisma, PrismaClient } from '#database';
import { insertRows } from '#database/insert-rows.ts';

export type ChecksumRow = Readonly<Prisma.ObjectChecksumModel>;

export type ChecksumRepository = ReturnType<typeof createChecksumRepository>;

const REPLACE_OLDER = sqltag`ON CONFLICT (storage_config_id, key) DO UPDATE
  SET etag = excluded.etag, crc32 = excluded.crc32, used_at = excluded.used_at`;

export function createChecksumRepository(prisma: PrismaClient) {
  const { objectChecksum } = prisma;
  const whereKeys = (storageConfigId: string, keys: readonly string[]) => ({
    storageConfigId,
    key: { in: [...keys] },
  });
  return {
    find: (storageConfigId: string, keys: readonly string[]): Promise<ChecksumRow[]> =>
      objectChecksum.findMany({ where: whereKeys(storageConfigId, keys) }),
    /** @param rows sorted by key, so that two replicas that write the same rows wait for each other in turn */
    write: (rows: readonly ChecksumRow[]) =>
      insertRows(prisma, 'object_checksums', rows, REPLACE_OLDER),
    async noteUse(storageConfigId: string, keys: readonly string[], usedAt: Date) {
      const where = whereKeys(storageConfigId, keys);
      await objectChecksum.updateMany({ where, data: { usedAt } });
    },
    async removeUnusedSince(usedAt: Date): Promise<number> {
      const { count } = await objectChecksum.deleteMany({ where: { usedAt: { lt: usedAt } } });
      return count;
    },
  };
}
