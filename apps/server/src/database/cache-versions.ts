import type { PrismaClient } from './database.ts';

/** A short table that every replica keeps in memory, or `credentials`: accounts, sessions and keys. */
export type CacheTopic = 'settings' | 'mounts' | 'storage-configs' | 'credentials';

export type CacheVersionMap = ReadonlyMap<string, number>;

type VersionTable = Pick<PrismaClient, 'cacheVersion'>;

/**
 * Counts a change, in the transaction that makes it: whoever reads the new number reads the new rows.
 * Done first, it also lets one writer of a topic wait for another.
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
