import type { Database } from '@satchel/server/database';
import { raiseCacheVersion } from '@satchel/server/database/cache-versions';
import { EMBEDDED_CONFIG_ID } from '@satchel/server/features/storage-configs/repository';
import { toOperatorEvent } from '../operator-act.ts';
import { actOf, type NewStorage } from './copy-rows.ts';

/** Long timeouts, because shares whose ETags change are written one by one. */
const TRANSACTION = { maxWait: 60_000, timeout: 600_000 } as const;

/**
 * Makes every reference to the embedded store point to the new storage, in one transaction. The
 * database itself stays.
 */
export async function switchStorage({ prisma }: Database, storage: NewStorage): Promise<void> {
  const { config, targetEtagOf } = storage;
  const where = { storageConfigId: EMBEDDED_CONFIG_ID };
  const data = { storageConfigId: config.id };
  await prisma.$transaction(async (transaction) => {
    await raiseCacheVersion(transaction, 'storage-configs');
    await raiseCacheVersion(transaction, 'mounts');
    await transaction.storageConfig.create({ data: config });
    const shares = await transaction.fileShare.findMany({
      where,
      select: { id: true, storagePath: true, etag: true },
    });
    await transaction.fileShare.updateMany({ where, data });
    for (const { id, storagePath, etag } of shares) {
      const targetEtag = etag === null ? undefined : targetEtagOf(storagePath, etag);
      if (targetEtag === undefined || targetEtag === etag) continue;
      await transaction.fileShare.update({ where: { id }, data: { etag: targetEtag } });
    }
    await transaction.mount.updateMany({ where, data });
    await transaction.objectWrite.updateMany({ where: { ...where, state: 'stored' }, data });
    await transaction.deadProperty.updateMany({ where, data });
    await transaction.resourceLock.updateMany({ where, data });
    await transaction.pendingDeletion.updateMany({ where, data });
    // Also deletes the bucket's index and its unfinished uploads. The next start adds the row again if
    // the embedded store stays on.
    await transaction.storageConfig.delete({ where: { id: EMBEDDED_CONFIG_ID } });
    await transaction.auditEvent.create({ data: toOperatorEvent(actOf(undefined, storage)) });
  }, TRANSACTION);
}
