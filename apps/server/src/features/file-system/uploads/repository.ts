import type { PrismaClient } from '#database';

/** An upload in parts that somebody has begun below a mount. */
export interface UploadSession {
  readonly id: string;
  readonly uploadId: string;
  readonly storageConfigId: string;
  readonly mountId: string | null;
  readonly objectKey: string;
  /** In bytes, as announced. */
  readonly fileSize: bigint;
  readonly partSize: bigint;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Last sign of life. */
  readonly updatedAt: Date;
  /** Set when the parts are joined: the same call once more is answered alike (SECURITY 12). */
  readonly completedAt: Date | null;
}

export interface UploadSessionRepository {
  create(session: UploadSession): Promise<void>;
  find(storageConfigId: string, uploadId: string): Promise<UploadSession | undefined>;
  /** Those that are not joined, below a prefix of keys. */
  listOpen(filter: {
    readonly storageConfigId: string;
    readonly keyPrefix: string;
    readonly createdBy: string | undefined;
    readonly take: number;
  }): Promise<readonly UploadSession[]>;
  touch(id: string, now: Date): Promise<void>;
  complete(id: string, now: Date): Promise<void>;
  remove(id: string): Promise<void>;
  listUntouched(before: Date, take: number): Promise<readonly UploadSession[]>;
}

export function createUploadSessionRepository(prisma: PrismaClient): UploadSessionRepository {
  const { uploadSession } = prisma;
  const update = async (id: string, data: { updatedAt: Date; completedAt?: Date }) => {
    await uploadSession.updateMany({ where: { id }, data });
  };
  return {
    async create(data) {
      await uploadSession.create({ data, select: { id: true } });
    },
    async find(storageConfigId, uploadId) {
      const where = { storageConfigId_uploadId: { storageConfigId, uploadId } };
      return (await uploadSession.findUnique({ where })) ?? undefined;
    },
    async listOpen({ storageConfigId, keyPrefix, createdBy, take }) {
      const sessions = await uploadSession.findMany({
        where: {
          storageConfigId,
          completedAt: null,
          ...(createdBy === undefined ? {} : { createdBy }),
          ...(keyPrefix === '' ? {} : { objectKey: { startsWith: keyPrefix } }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
      });
      // LIKE knows wildcards, and on SQLite no difference of case.
      return sessions.filter(({ objectKey }) => objectKey.startsWith(keyPrefix));
    },
    touch: (id, now) => update(id, { updatedAt: now }),
    complete: (id, now) => update(id, { updatedAt: now, completedAt: now }),
    async remove(id) {
      await uploadSession.deleteMany({ where: { id } });
    },
    listUntouched: (before, take) =>
      uploadSession.findMany({
        where: { updatedAt: { lt: before } },
        orderBy: { updatedAt: 'asc' },
        take,
      }),
  };
}
