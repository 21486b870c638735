import { isUniqueViolation, type Prisma, type PrismaClient } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';
import { AppError } from '#errors';

export type ApiKeyRow = Readonly<Prisma.ApiKeyModel>;

export type ApiKeyChanges = Partial<
  Pick<ApiKeyRow, 'name' | 'permissions' | 'role' | 'basicPath' | 'isGuest' | 'expiresAt'>
> &
  Pick<ApiKeyRow, 'updatedAt'>;

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

export function createApiKeyRepository(prisma: PrismaClient) {
  const { apiKey } = prisma;
  return {
    async create(row: ApiKeyRow) {
      await translateClash(apiKey.create({ data: row }));
    },
    /** Newest first. */
    list: () => apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    /** Returns false if there is no such key. */
    async update(id: string, changes: ApiKeyChanges): Promise<boolean> {
      const raised = raiseCacheVersion(prisma, 'credentials');
      const update = apiKey.updateMany({ where: { id }, data: changes });
      const [, updated] = await translateClash(prisma.$transaction([raised, update]));
      return updated.count > 0;
    },
    async remove(id: string): Promise<boolean> {
      const raised = raiseCacheVersion(prisma, 'credentials');
      const [, removed] = await prisma.$transaction([raised, apiKey.deleteMany({ where: { id } })]);
      return removed.count > 0;
    },
    async findById(id: string): Promise<ApiKeyRow | undefined> {
      return (await apiKey.findUnique({ where: { id } })) ?? undefined;
    },
    async findByHash(keyHash: string): Promise<ApiKeyRow | undefined> {
      return (await apiKey.findUnique({ where: { keyHash } })) ?? undefined;
    },
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await apiKey.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, name: true },
      });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    async touch(id: string, lastUsedAt: Date) {
      await apiKey.updateMany({ where: { id }, data: { lastUsedAt } });
    },
  };
}

async function translateClash<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const isKey = /key_?hash/i.test(JSON.stringify(error));
    throw new AppError(isKey ? 'api_keys.key_taken' : 'api_keys.name_taken', { cause: error });
  }
}
