import { isStored, type PrismaClient } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';

export interface SettingRow {
  readonly key: string;
  readonly value: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SettingRepository = ReturnType<typeof createSettingRepository>;

export function createSettingRepository(prisma: PrismaClient) {
  const { setting } = prisma;
  return {
    list: () => setting.findMany(),
    /** Saves all values or none. */
    async update(values: ReadonlyMap<string, string>, now: Date) {
      const updates = [...values].map(([key, value]) =>
        setting.update({ where: { key }, data: { value, updatedAt: now } }),
      );
      await prisma.$transaction([raiseCacheVersion(prisma, 'settings'), ...updates]);
    },
    /** Adds a row unless it exists, because replicas may start together. */
    async add(key: string, value: string, now: Date) {
      const added = setting.create({ data: { key, value, createdAt: now, updatedAt: now } });
      await isStored(prisma.$transaction([raiseCacheVersion(prisma, 'settings'), added]));
    },
  };
}
