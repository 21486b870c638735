import { isUniqueViolation, type PrismaClient } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';

export interface SettingRow {
  readonly key: string;
  readonly value: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SettingRepository {
  list(): Promise<readonly SettingRow[]>;
  /** Adds a row unless it is there; replicas may start together. */
  add(key: string, value: string, now: Date): Promise<void>;
  /** All or nothing. */
  update(values: ReadonlyMap<string, string>, now: Date): Promise<void>;
}

export function createSettingRepository(prisma: PrismaClient): SettingRepository {
  const { setting } = prisma;
  return {
    list: () => setting.findMany(),
    async update(values, now) {
      const updates = [...values].map(([key, value]) =>
        setting.update({ where: { key }, data: { value, updatedAt: now } }),
      );
      await prisma.$transaction([raiseCacheVersion(prisma, 'settings'), ...updates]);
    },
    async add(key, value, now) {
      try {
        await prisma.$transaction([
          raiseCacheVersion(prisma, 'settings'),
          setting.create({ data: { key, value, createdAt: now, updatedAt: now } }),
        ]);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
    },
  };
}
