import { isUniqueViolation, type PrismaClient } from '#database';

export interface StorageConfig {
  readonly id: string;
  readonly name: string;
  readonly providerType: string;
  readonly isEmbedded: boolean;
  readonly endpointUrl: string;
  readonly publicEndpointUrl: string | null;
  readonly bucketName: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKeyEncrypted: string;
  readonly pathStyle: boolean;
  readonly defaultFolder: string;
  readonly isPublic: boolean;
  readonly isDefault: boolean;
  readonly totalStorageBytes: bigint | null;
  readonly signatureExpiresIn: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface StorageConfigRepository {
  find(id: string): Promise<StorageConfig | undefined>;
  /** The default first, then the oldest. */
  list(): Promise<readonly StorageConfig[]>;
  create(config: StorageConfig): Promise<void>;
  updateCredentials(
    id: string,
    credentials: Pick<StorageConfig, 'accessKeyId' | 'secretAccessKeyEncrypted' | 'updatedAt'>,
  ): Promise<void>;
}

export function createStorageConfigRepository(prisma: PrismaClient): StorageConfigRepository {
  const { storageConfig } = prisma;
  return {
    async find(id) {
      return (await storageConfig.findUnique({ where: { id } })) ?? undefined;
    },
    list: () =>
      storageConfig.findMany({
        orderBy: [{ isDefault: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
      }),
    async create(config) {
      try {
        await storageConfig.create({ data: config });
      } catch (error) {
        // Another replica, started at the same time, was faster.
        if (!isUniqueViolation(error)) throw error;
      }
    },
    async updateCredentials(id, credentials) {
      await storageConfig.update({ where: { id }, data: credentials });
    },
  };
}
