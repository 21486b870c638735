import type { PrismaClient } from '#database';
import { abandonedAt, FREE, PASSING_KINDS } from './conflicts.ts';
import type { ObjectWrite } from './object-write.ts';
import { isUnderWay } from './quota.ts';

/** Reads rows of the ledger, and changes what needs no decision. */
export interface LedgerRepository {
  /** Back to `open`: nothing has changed in the storage. */
  reopen(id: string): Promise<void>;
  extend(id: string, expiresAt: Date, now: Date): Promise<void>;
  change(id: string, changes: Partial<Pick<ObjectWrite, 'slug' | 'details'>>): Promise<void>;
  /** Ends writes that no process is completing, and that are no files yet; returns them. */
  abandon(where: AbandonedWrites, now: Date): Promise<readonly ObjectWrite[]>;
  remove(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<ObjectWrite | undefined>;
  /** Whether a live process is completing it. */
  isCompleting(id: string, now: Date): Promise<boolean>;
  /** Which of these ids are of writes that are not done. */
  listOf(ids: readonly string[]): Promise<readonly string[]>;
  findBySlug(slug: string): Promise<ObjectWrite | undefined>;
  findByUpload(storageConfigId: string, uploadId: string): Promise<ObjectWrite | undefined>;
  /** The newest first. */
  findByKey(storageConfigId: string, objectKey: string): Promise<readonly ObjectWrite[]>;
  listOpen(filter: OpenUploadFilter): Promise<readonly ObjectWrite[]>;
  /** In the order of their keys. */
  listOfOperation(operationId: string): Promise<readonly ObjectWrite[]>;
  /** Bytes that writes under way have reserved, by storage config. */
  reservedBytes(now: Date): Promise<ReadonlyMap<string, number>>;
  /** Expired or abandoned; the longest over first. */
  listEnded(now: Date, take: number): Promise<readonly ObjectWrite[]>;
  /** Renews claims that have not lapsed; returns their tokens. */
  renew(tokens: readonly string[], now: Date, claimedUntil: Date): Promise<ReadonlySet<string>>;
  /** At the start of a single process: ends what another process was writing. */
  endOthers(now: Date): Promise<void>;
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

/** Internal columns that callers never read. */
const omit = { claim: true, claimedUntil: true, holder: true, reservedBytes: true } as const;

export function createLedgerRepository({ objectWrite }: PrismaClient): LedgerRepository {
  const optional = async (row: Promise<unknown>) =>
    ((await row) as ObjectWrite | null) ?? undefined;
  const many = (rows: Promise<unknown>) => rows as Promise<readonly ObjectWrite[]>;
  const update = async (id: string, data: Parameters<typeof objectWrite.updateMany>[0]['data']) => {
    await objectWrite.updateMany({ where: { id }, data });
  };
  return {
    reopen: (id) => update(id, { ...FREE, state: 'open' }),
    extend: (id, expiresAt, now) => update(id, { expiresAt, updatedAt: now }),
    change: (id, changes) => update(id, changes),
    async abandon(where, now) {
      const isIdle = { OR: [{ state: { not: 'completing' } }, { claimedUntil: { lte: now } }] };
      // A stored file was acknowledged, or is about to be; a share exists only with its own row.
      const isFile = { state: 'stored', details: null };
      const ended = { ...where, ...isIdle, NOT: isFile };
      const data = abandonedAt(now);
      return many(objectWrite.updateManyAndReturn({ where: ended, data, omit }));
    },
    async remove(ids) {
      await objectWrite.deleteMany({ where: { id: { in: [...ids] } } });
    },
    find: (id) => optional(objectWrite.findUnique({ where: { id }, omit })),
    async isCompleting(id, now) {
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
    async listOfOperation(operationId) {
      const writes = await many(objectWrite.findMany({ where: { operationId }, omit }));
      return writes.toSorted((a, b) => (a.objectKey < b.objectKey ? -1 : 1));
    },
    async reservedBytes(now) {
      const groups = await objectWrite.groupBy({
        by: ['storageConfigId'],
        where: isUnderWay(now),
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
    async renew(tokens, now, claimedUntil) {
      const renewed = await objectWrite.updateManyAndReturn({
        where: { holder: { in: [...tokens] }, claimedUntil: { gt: now } },
        data: { claimedUntil },
        select: { holder: true },
      });
      return new Set(renewed.map(({ holder }) => holder ?? ''));
    },
    async endOthers(now) {
      // Rows without a holder belong to operations, which go on.
      const where = { holder: { not: null } };
      const kind = { in: [...PASSING_KINDS] };
      await objectWrite.updateMany({ where: { ...where, kind }, data: abandonedAt(now) });
      await objectWrite.updateMany({ where, data: { ...FREE, state: 'open' } });
    },
  };
}
