import type { PrismaClient } from '#database';
import { abandonedAt, FREE, PASSING_KINDS } from './conflicts.ts';
import type { ObjectWrite } from './object-write.ts';
import { isUnderWay } from './quota.ts';

/** One caller or several. */
export type Creators = string | { in: string[] };

export type AbandonedWrites =
  | { readonly id: string }
  | { readonly createdBy: Creators }
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

/** Reads rows of the ledger, and makes the changes that need no decision. */
export function createLedgerRepository({ objectWrite }: PrismaClient) {
  const optional = async (row: Promise<unknown>) =>
    ((await row) as ObjectWrite | null) ?? undefined;
  const many = (rows: Promise<unknown>) => rows as Promise<readonly ObjectWrite[]>;
  const list = (query: Parameters<typeof objectWrite.findMany>[0]) =>
    many(objectWrite.findMany({ ...query, omit }));
  const update = async (id: string, data: Parameters<typeof objectWrite.updateMany>[0]['data']) => {
    await objectWrite.updateMany({ where: { id }, data });
  };
  return {
    /** Sets the state back to `open`, because nothing has changed in the storage. */
    reopen: (id: string) => update(id, { ...FREE, state: 'open' }),
    leave: (id: string, reservedBytes: bigint) =>
      update(id, { ...FREE, state: 'open', reservedBytes }),
    extend: (id: string, expiresAt: Date, now: Date) => update(id, { expiresAt, updatedAt: now }),
    change: (
      id: string,
      changes: Partial<Pick<ObjectWrite, 'slug' | 'details' | 'declaredBytes'>>,
    ) => update(id, changes),
    /** Takes an open upload for one request; returns false while another request has it. */
    async take(id: string, holder: string, now: Date, claimedUntil: Date): Promise<boolean> {
      const isFree = { OR: [{ holder: null }, { claimedUntil: { lte: now } }] };
      const where = { id, state: 'open', ...isFree };
      return (await objectWrite.updateMany({ where, data: { holder, claimedUntil } })).count > 0;
    },
    async giveBack(id: string, holder: string) {
      await objectWrite.updateMany({ where: { id, holder, state: 'open' }, data: FREE });
    },
    /**
     * Marks writes as abandoned if no process completes them and they are not files yet; returns them.
     */
    async abandon(where: AbandonedWrites, now: Date): Promise<readonly ObjectWrite[]> {
      const isIdle = { OR: [{ state: { not: 'completing' } }, { claimedUntil: { lte: now } }] };
      // A stored file stays, because it was acknowledged or is about to be. A share exists only with
      // its own row.
      const isFile = { state: 'stored', details: null };
      const ended = { ...where, ...isIdle, NOT: isFile };
      const data = abandonedAt(now);
      return many(objectWrite.updateManyAndReturn({ where: ended, data, omit }));
    },
    async remove(ids: readonly string[]) {
      await objectWrite.deleteMany({ where: { id: { in: [...ids] } } });
    },
    find: (id: string) => optional(objectWrite.findUnique({ where: { id }, omit })),
    /** True while a live process completes the upload. */
    async isCompleting(id: string, now: Date): Promise<boolean> {
      const where = { id, state: 'completing', claimedUntil: { gt: now } };
      return (await objectWrite.count({ where })) > 0;
    },
    /** Filters the ids to those that have a row. */
    async listOf(ids: readonly string[]): Promise<readonly string[]> {
      const where = { id: { in: [...ids] } };
      const found = await objectWrite.findMany({ where, select: { id: true } });
      return found.map(({ id }) => id);
    },
    findBySlug: (slug: string) => optional(objectWrite.findUnique({ where: { slug }, omit })),
    findByUpload: (storageConfigId: string, uploadId: string) =>
      optional(objectWrite.findFirst({ where: { storageConfigId, uploadId }, omit })),
    /** Newest first. */
    findByKey: (storageConfigId: string, objectKey: string) =>
      list({ where: { storageConfigId, objectKey }, orderBy: { createdAt: 'desc' } }),
    async listOpen({ storageConfigId, keyPrefix, createdBy, take }: OpenUploadFilter) {
      const uploads = await list({
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
      });
      // LIKE treats `%` and `_` as wildcards and, on SQLite, ignores case.
      return uploads.filter(({ objectKey }) => objectKey.startsWith(keyPrefix));
    },
    /** Sorted by key. */
    async listOfOperation(operationId: string): Promise<readonly ObjectWrite[]> {
      const writes = await list({ where: { operationId } });
      return writes.toSorted((a, b) => (a.objectKey < b.objectKey ? -1 : 1));
    },
    /** Bytes that open writes have reserved, by storage config. */
    async reservedBytes(now: Date): Promise<ReadonlyMap<string, number>> {
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
    /** Expired or abandoned writes, the oldest expiry first. */
    listEnded: (now: Date, take: number) =>
      list({
        where: {
          expiresAt: { lte: now },
          OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }],
        },
        orderBy: { expiresAt: 'asc' },
        take,
      }),
    /** Renews claims that have not lapsed; returns their tokens. */
    async renew(tokens: readonly string[], now: Date, claimedUntil: Date) {
      const renewed = await objectWrite.updateManyAndReturn({
        where: { holder: { in: [...tokens] }, claimedUntil: { gt: now } },
        data: { claimedUntil },
        select: { holder: true },
      });
      return new Set(renewed.map(({ holder }) => holder ?? ''));
    },
    /** Ends the writes of other processes. Called when a single process starts. */
    async endOthers(now: Date) {
      // Rows without a holder belong to operations, which continue.
      const where = { holder: { not: null } };
      const kind = { in: [...PASSING_KINDS] };
      await objectWrite.updateMany({ where: { ...where, kind }, data: abandonedAt(now) });
      await objectWrite.updateMany({ where, data: { ...FREE, state: 'open' } });
    },
  };
}
