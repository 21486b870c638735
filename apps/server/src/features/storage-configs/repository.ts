import { isReferenceViolation, isStored, type Prisma, type PrismaClient } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';

/** Id of the embedded store's row, which exists from the first start and cannot be deleted. */
export const EMBEDDED_CONFIG_ID = 'embedded';

export type StorageConfig = Readonly<Prisma.StorageConfigModel>;

/** Mount that is created with its storage; the other columns have their defaults. */
export type FirstMount = Prisma.MountUncheckedCreateWithoutStorageConfigInput;

export type StorageConfigChanges = Partial<
  Omit<StorageConfig, 'id' | 'isEmbedded' | 'isDefault' | 'createdAt'>
>;

export type StorageConfigRepository = ReturnType<typeof createStorageConfigRepository>;

export function createStorageConfigRepository(prisma: PrismaClient) {
  const { storageConfig } = prisma;
  return {
    async find(id: string): Promise<StorageConfig | undefined> {
      return (await storageConfig.findUnique({ where: { id } })) ?? undefined;
    },
    /** The default first, then the oldest. */
    list: () =>
      storageConfig.findMany({
        orderBy: [{ isDefault: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
      }),
    /**
     * Adds a config, with a mount of it if there is one, in one transaction. Returns false if the id is
     * taken, because another replica started at the same time was faster.
     */
    create(config: StorageConfig, mount?: FirstMount): Promise<boolean> {
      const data = { ...config, ...(mount && { mounts: { create: mount } }) };
      const raised = [raise(prisma), ...(mount ? [raiseCacheVersion(prisma, 'mounts')] : [])];
      return isStored(prisma.$transaction([...raised, storageConfig.create({ data })]));
    },
    /**
     * Returns false if there is no such config.
     *
     * @param bucket changes only a config that still has these values
     */
    async update(
      id: string,
      changes: StorageConfigChanges,
      bucket: Partial<Pick<StorageConfig, 'endpointUrl' | 'bucketName'>> = {},
    ): Promise<boolean> {
      const update = storageConfig.updateMany({ where: { ...bucket, id }, data: changes });
      const [, { count }] = await prisma.$transaction([raise(prisma), update]);
      return count > 0;
    },
    /** Makes it the only default; returns false if there is no such config. */
    setDefault: (id: string) =>
      prisma.$transaction(async (transaction) => {
        await raise(transaction);
        const isFound = (await transaction.storageConfig.count({ where: { id } })) > 0;
        if (isFound) await moveDefault(transaction, id);
        return isFound;
      }),
    /** Counts the mounts and shares of a config. */
    countUse: (id: string) => countUse(prisma, id),
    /**
     * Removes a config; the embedded config then takes over as the default. Returns the references that prevent
     * deleting it, if there are some.
     */
    async remove(id: string) {
      try {
        return await prisma.$transaction(async (transaction) => {
          await raise(transaction);
          const config = await transaction.storageConfig.findUnique({ where: { id } });
          if (!config) return 'unknown';
          const use = await countUse(transaction, id);
          if (use.mounts + use.fileShares > 0) return use;
          await transaction.storageConfig.delete({ where: { id } });
          if (config.isDefault) await moveDefault(transaction, EMBEDDED_CONFIG_ID);
          return 'removed';
        });
      } catch (error) {
        // A mount or share was created between the count and the deletion.
        if (!isReferenceViolation(error)) throw error;
        return countUse(prisma, id);
      }
    },
    async touch(id: string, lastUsedAt: Date) {
      await storageConfig.updateMany({ where: { id }, data: { lastUsedAt } });
    },
  };
}

type Tables = Pick<PrismaClient, 'storageConfig' | 'mount' | 'fileShare' | 'shareItem'>;

/** Runs first in each change, so that concurrent changes of the default wait for each other. */
const raise = (tables: Pick<PrismaClient, 'cacheVersion'>) =>
  raiseCacheVersion(tables, 'storage-configs');

async function moveDefault({ storageConfig }: Tables, id: string): Promise<void> {
  const isOther = { isDefault: true, NOT: { id } };
  await storageConfig.updateMany({ where: isOther, data: { isDefault: false } });
  await storageConfig.updateMany({ where: { id }, data: { isDefault: true } });
}

/** Counts files of bundles and deliveries among the file shares. */
async function countUse({ mount, fileShare, shareItem }: Tables, storageConfigId: string) {
  const where = { storageConfigId };
  const mounts = await mount.count({ where });
  const fileShares = (await fileShare.count({ where })) + (await shareItem.count({ where }));
  return { mounts, fileShares };
}
