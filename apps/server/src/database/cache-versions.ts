import type { PrismaClient } from './database.ts';

/**
 * Topic of a cache version: a short table that every replica caches, or `credentials` for accounts,
 * sessions and keys.
 */
export type CacheTopic = 'settings' | 'mounts' | 'storage-configs' | 'credentials';

export type CacheVersionMap = ReadonlyMap<string, number>;

type VersionTable = Pick<PrismaClient, 'cacheVersion'>;

/**
 * Raises the version in the transaction of the change, so that a reader of the new number also reads
 * the new rows. As the first statement, it also serializes the writers of a topic.
 */
export function raiseCacheVersion({ cacheVersion }: VersionTable, topic: CacheTopic) {
  return cacheVersion.upsert({
    where: { topic },
    create: { topic, version: 1 },
    update: { version: { increment: 1 } },
  });
}

export async function readCacheVersions({ cacheVersion }: VersionTable): Promise<CacheVersionMap> {
  const rows = await cacheVersion.findMany();
  return new Map(rows.map(({ topic, version }) => [topic, version]));
}
