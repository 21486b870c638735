import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { withoutSync } from '#database/without-sync.ts';
import type { CountObjects } from './counting.ts';
import { createGroupedWrites, type GroupedWrites, omit } from './grouped-writes.ts';
import { createLanding, FREE, type LandingSteps } from './landing.ts';
import type { ObjectWrite } from './object-write.ts';

export interface LedgerRepository extends LandingSteps, GroupedWrites {
  /** Back to `open`: nothing has changed in the storage. */
  reopen(id: string): Promise<void>;
  noteUpload(id: string, uploadId: string): Promise<void>;
  extend(id: string, expiresAt: Date, now: Date): Promise<void>;
  change(id: string, changes: Partial<Pick<ObjectWrite, 'slug' | 'details'>>): Promise<void>;
  /** Only what is not being landed; says which. Nothing of it is worth anything from here on. */
  abandon(where: AbandonedWrites, now: Date): Promise<readonly ObjectWrite[]>;
  remove(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<ObjectWrite | undefined>;
  /** Whether somebody who is alive is landing it. */
  isLanding(id: string, now: Date): Promise<boolean>;
  /** Which of these ids are of writes that are not done. */
  listOf(ids: readonly string[]): Promise<readonly string[]>;
  findBySlug(slug: string): Promise<ObjectWrite | undefined>;
  findByUpload(storageConfigId: string, uploadId: string): Promise<ObjectWrite | undefined>;
  /** The newest first. */
  findByKey(storageConfigId: string, objectKey: string): Promise<readonly ObjectWrite[]>;
  listOpen(filter: OpenUploadFilter): Promise<readonly ObjectWrite[]>;
  /** Bytes that writes under way keep, by storage config. */
  reservedBytes(now: Date): Promise<ReadonlyMap<string, number>>;
  /** Over at a time, or abandoned; the longest over first. */
  listEnded(now: Date, take: number): Promise<readonly ObjectWrite[]>;
  /** Keeps what this process is writing from being taken for dead. */
  renew(holder: string, claimedUntil: Date): Promise<void>;
  /** At the start of a single process: whatever was being written then is over. */
  endOthers(holder: string, now: Date): Promise<void>;
}

export type AbandonedWrites =
  | { readonly id: string }
  | { readonly createdBy: string }
  | { readonly mountId: string }
  | { readonly storageConfigId: string };

export interface OpenUploadFilter {
  readonly storageConfigId: string;
  readonly keyPrefix: string;
  readonly createdBy: string | undefined;
  readonly take: number;
}

/** What is worth nothing without the process that writes it. */
const PASSING = { in: ['stream', 'change'] };

const abandonedAt = (now: Date) => ({
  ...FREE,
  state: 'abandoned',
  slug: null,
  reservedBytes: 0n,
  expiresAt: now,
});

export function createLedgerRepository(
  prisma: PrismaClient,
  kind: DatabaseKind,
  count: CountObjects,
): LedgerRepository {
  const { objectWrite } = prisma;
  const optional = async (row: Promise<unknown>) =>
    ((await row) as ObjectWrite | null) ?? undefined;
  const many = (rows: Promise<unknown>) => rows as Promise<readonly ObjectWrite[]>;
  const update = async (id: string, data: Parameters<typeof objectWrite.updateMany>[0]['data']) => {
    await objectWrite.updateMany({ where: { id }, data });
  };
  return {
    ...createLanding(prisma, kind, count),
    ...createGroupedWrites(prisma, kind),
    reopen: (id) => update(id, { ...FREE, state: 'open' }),
    async noteUpload(id, uploadId) {
      const noted = { where: { id }, data: { uploadId } };
      await withoutSync(() => prisma.$transaction([objectWrite.updateMany(noted)]));
    },
    extend: (id, expiresAt, now) => update(id, { expiresAt, updatedAt: now }),
    change: (id, changes) => update(id, changes),
    async abandon(where, now) {
      const isIdle = { OR: [{ state: { not: 'completing' } }, { claimedUntil: { lte: now } }] };
      const data = abandonedAt(now);
      // A file that is there was acknowledged, or is about to be; a share is only with its own row.
      const hasLanded = { state: 'stored', details: null };
      const ended = { ...where, ...isIdle, NOT: hasLanded };
      return many(objectWrite.updateManyAndReturn({ where: ended, data, omit }));
    },
    async remove(ids) {
      await objectWrite.deleteMany({ where: { id: { in: [...ids] } } });
    },
    find: (id) => optional(objectWrite.findUnique({ where: { id }, omit })),
    async isLanding(id, now) {
      const where = { id, state: 'completing', claimedUntil: { gt: now } };
      return (await objectWrite.count({ where })) > 0;
    },
    async listOf(ids) {
      const where = { id: { in: [...ids] } };
      const found = await objectWrite.findMany({ where, select: { id: true } });
      return found.map(({ id }) => id);
    },
    findBySlug: (slug) => optional(objectWrite.findUnique({ where: { slug }, omit })),
    findByUpload: (storageConfigId, uploadId) =>
      optional(objectWrite.findFirst({ where: { storageConfigId, uploadId }, omit })),
    findByKey: (storageConfigId, objectKey) =>
      many(
        objectWrite.findMany({
          where: { storageConfigId, objectKey },
          orderBy: { createdAt: 'desc' },
          omit,
        }),
      ),
    async listOpen({ storageConfigId, keyPrefix, createdBy, take }) {
      const uploads = await many(
        objectWrite.findMany({
          where: {
            storageConfigId,
            kind: 'entry',
            state: 'open',
            partSize: { not: null },
            ...(createdBy === undefined ? {} : { createdBy }),
            ...(keyPrefix === '' ? {} : { objectKey: { startsWith: keyPrefix } }),
          },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take,
          omit,
        }),
      );
      // LIKE knows wildcards, and on SQLite no difference of case.
      return uploads.filter(({ objectKey }) => objectKey.startsWith(keyPrefix));
    },
    async reservedBytes(now) {
      const groups = await objectWrite.groupBy({
        by: ['storageConfigId'],
        where: { expiresAt: { gt: now } },
        _sum: { reservedBytes: true },
      });
      return new Map(
        groups.map(({ storageConfigId, _sum: sum }) => [
          storageConfigId,
          Number(sum.reservedBytes ?? 0),
        ]),
      );
    },
    listEnded: (now, take) =>
      many(
        objectWrite.findMany({
          where: {
            expiresAt: { lte: now },
            OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }],
          },
          orderBy: { expiresAt: 'asc' },
          take,
          omit,
        }),
      ),
    async renew(holder, claimedUntil) {
      await objectWrite.updateMany({
        where: { holder, claim: { not: null } },
        data: { claimedUntil },
      });
      await objectWrite.updateMany({
        where: { holder, kind: PASSING },
        data: { expiresAt: claimedUntil },
      });
    },
    async endOthers(holder, now) {
      // What nobody holds belongs to operations, which go on.
      const where = { claim: { not: null }, holder: { not: null }, NOT: { holder } };
      await objectWrite.updateMany({
        where: { ...where, kind: PASSING },
        data: abandonedAt(now),
      });
      await objectWrite.updateMany({ where, data: { claimedUntil: now } });
    },
  };
}
