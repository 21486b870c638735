import { type Prisma, type PrismaClient, withRefusals } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';

export type Mount = Readonly<Prisma.MountModel>;

export type MountChanges = Partial<
  Omit<Mount, 'id' | 'createdBy' | 'lastUsedAt' | 'createdAt' | 'updatedAt'>
>;

export type MountRepository = ReturnType<typeof createMountRepository>;

export function createMountRepository(prisma: PrismaClient) {
  const { mount } = prisma;
  const change = async <Result>(work: Prisma.PrismaPromise<Result>): Promise<Result> => {
    const [, result] = await withRefusals(
      prisma.$transaction([raiseCacheVersion(prisma, 'mounts'), work]),
      { unique: 'mounts.path_taken', reference: 'storage.not_found' },
    );
    return result;
  };
  return {
    list: () => mount.findMany(),
    /** @throws {AppError} `mounts.path_taken`, or `storage.not_found` if the config does not exist */
    async create(data: Mount) {
      await change(mount.create({ data }));
    },
    /** Returns false if there is no such mount; throws as `create`. */
    async update(id: string, data: MountChanges & Pick<Mount, 'updatedAt'>): Promise<boolean> {
      return (await change(mount.updateMany({ where: { id }, data }))).count > 0;
    },
    async remove(id: string): Promise<boolean> {
      return (await change(mount.deleteMany({ where: { id } }))).count > 0;
    },
    async touch(id: string, lastUsedAt: Date) {
      await mount.updateMany({ where: { id }, data: { lastUsedAt } });
    },
  };
}
