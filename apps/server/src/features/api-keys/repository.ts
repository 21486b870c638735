import type { PrismaClient } from '#database';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly keyHash: string;
  readonly keyMasked: string;
  readonly permissions: number;
  readonly role: string;
  readonly basicPath: string;
  readonly isGuest: boolean;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApiKeyRepository {
  create(row: ApiKeyRow): Promise<void>;
  findByHash(keyHash: string): Promise<ApiKeyRow | undefined>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  touch(id: string, usedAt: Date): Promise<void>;
}

export function createApiKeyRepository(prisma: PrismaClient): ApiKeyRepository {
  const { apiKey } = prisma;
  return {
    async create(row) {
      await apiKey.create({ data: row });
    },
    async findByHash(keyHash) {
      return (await apiKey.findUnique({ where: { keyHash } })) ?? undefined;
    },
    async namesOf(ids) {
      if (ids.length === 0) return new Map();
      const rows = await apiKey.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, name: true },
      });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    async touch(id, lastUsedAt) {
      await apiKey.updateMany({ where: { id }, data: { lastUsedAt } });
    },
  };
}
