import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { countedSize, findRefusal, lockFor, type Refusal, type Transaction } from './conflicts.ts';
import type { Claim, LandedObject, ObjectWrite } from './object-write.ts';
import type { RoomLimit } from './room.ts';

/** Patience of a transaction: many writers of one bucket wait for each other's turn. */
const PATIENCE = { maxWait: 30_000, timeout: 30_000 };

/** A row as it is begun. */
export interface BegunWrite extends ObjectWrite {
  readonly claim: Claim | null;
  readonly claimedUntil: Date | null;
  readonly holder: string | null;
}

/** What a write wants when its object is about to appear. */
export interface Landing {
  readonly claim: Claim;
  readonly claimedUntil: Date;
  readonly holder: string;
  readonly sizeBytes: number;
  /** That the object will have, where it can be told. */
  readonly etag: string | null;
  readonly limit: RoomLimit | undefined;
}

/** Why a write cannot land: also that it is gone, or that somebody is just landing it. */
export type LandingRefusal = Refusal | 'gone' | 'landing';

export interface LedgerRepository {
  begin(
    write: BegunWrite,
    sizeBytes: number,
    limit: RoomLimit | undefined,
    now: Date,
  ): Promise<Refusal | undefined>;
  /** From `open` to `completing`, for one of all who ask. */
  land(write: ObjectWrite, landing: Landing, now: Date): Promise<LandingRefusal | undefined>;
  /** Back to `open`: nothing has changed in the storage. */
  reopen(id: string): Promise<void>;
  /**
   * The objects are there: counted, the room given back, the name free. The row goes, or stays until
   * a time to answer the same call once more.
   */
  settle(
    write: ObjectWrite,
    objects: readonly LandedObject[],
    now: Date,
    keepUntil: Date | undefined,
  ): Promise<void>;
  /** Counts what is there of a write that goes on. */
  progress(write: ObjectWrite, objects: readonly LandedObject[], now: Date): Promise<void>;
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

/** What keeps the counts of a bucket right, in the same transaction. */
export type CountObjects = (
  transaction: Transaction,
  storageConfigId: string,
  objects: readonly LandedObject[],
  now: Date,
) => Promise<void>;

/** Ends a write in somebody else's transaction, with the row that it becomes; false where it is over. */
export type SettleWrite = (
  transaction: Transaction,
  write: ObjectWrite,
  objects: readonly LandedObject[],
  now: Date,
) => Promise<boolean>;

export function createSettleWrite(count: CountObjects): SettleWrite {
  return async (transaction, { id, storageConfigId }, objects, now) => {
    const where = { id, state: { not: 'abandoned' } };
    const { count: ended } = await transaction.objectWrite.deleteMany({ where });
    if (ended > 0) await count(transaction, storageConfigId, objects, now);
    return ended > 0;
  };
}

const FREE = { claim: null, claimedUntil: null, holder: null } as const;
/** Sent to nobody. */
const omit = { claim: true, claimedUntil: true, holder: true, reservedBytes: true } as const;

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
    reopen: (id) => update(id, { ...FREE, state: 'open' }),
    noteUpload: (id, uploadId) => update(id, { uploadId }),
    extend: (id, expiresAt, now) => update(id, { expiresAt, updatedAt: now }),
    change: (id, changes) => update(id, changes),
    async abandon(where, now) {
      const isIdle = { OR: [{ state: { not: 'completing' } }, { claimedUntil: { lte: now } }] };
      const data = { ...FREE, state: 'abandoned', slug: null, reservedBytes: 0n, expiresAt: now };
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
        where: { holder, kind: { in: ['stream', 'change'] } },
        data: { expiresAt: claimedUntil },
      });
    },
    async endOthers(holder, now) {
      const where = { claim: { not: null }, NOT: { holder } };
      await objectWrite.updateMany({
        where: { ...where, kind: { in: ['stream', 'change'] } },
        data: { ...FREE, state: 'abandoned', slug: null, reservedBytes: 0n, expiresAt: now },
      });
      await objectWrite.updateMany({ where, data: { claimedUntil: now } });
    },
  };
}

/** The steps that decide, each in one transaction. */
function createLanding(
  prisma: PrismaClient,
  kind: DatabaseKind,
  count: CountObjects,
): Pick<LedgerRepository, 'begin' | 'land' | 'settle' | 'progress'> {
  return {
    begin: (write, sizeBytes, limit, now) =>
      prisma.$transaction(async (transaction) => {
        const { storageConfigId } = write;
        const claim = write.claim ?? undefined;
        const slug = write.slug ?? undefined;
        const wanted = { ...write, claim, slug, sizeBytes, limit };
        await lockFor(transaction, kind, { storageConfigId, claim, slug, limit });
        const refusal = await findRefusal(transaction, wanted, now);
        if (refusal) return refusal;
        const replaced = limit?.isCounted ? await countedSize(transaction, write) : 0n;
        const data = { ...write, reservedBytes: atLeastZero(BigInt(sizeBytes) - replaced) };
        await transaction.objectWrite.create({ data, select: { id: true } });
        return undefined;
      }, PATIENCE),
    land: (write, { limit, sizeBytes, etag, ...claimed }, now) =>
      prisma.$transaction(async (transaction) => {
        const { id, storageConfigId } = write;
        // The name of a share's object is nobody else's.
        const claim = write.kind === 'file_share' ? undefined : claimed.claim;
        const wanted = { ...write, claim, slug: undefined, sizeBytes, limit };
        await lockFor(transaction, kind, { ...wanted, storageConfigId });
        const { count: begun } = await transaction.objectWrite.updateMany({
          where: {
            id,
            OR: [{ state: 'open' }, { state: 'completing', claimedUntil: { lte: now } }],
          },
          data: { ...claimed, state: 'completing', etag, size: BigInt(sizeBytes), updatedAt: now },
        });
        const refusal =
          begun > 0 ? await findRefusal(transaction, wanted, now) : await whyNot(transaction, id);
        if (begun === 0) return refusal;
        const replaced = limit?.isCounted ? await countedSize(transaction, write) : 0n;
        const reservedBytes = atLeastZero(BigInt(sizeBytes) - replaced);
        const data = refusal ? { ...FREE, state: 'open' } : { reservedBytes };
        await transaction.objectWrite.updateMany({ where: { id }, data });
        return refusal;
      }, PATIENCE),
    async settle(write, objects, now, keepUntil) {
      await prisma.$transaction(async (transaction) => {
        const { id } = write;
        await count(transaction, write.storageConfigId, objects, now);
        if (!keepUntil) {
          await transaction.objectWrite.deleteMany({ where: { id } });
          return;
        }
        const [object] = objects;
        const stored = object ? { etag: object.etag, size: BigInt(object.size) } : {};
        const data = { ...FREE, ...stored, state: 'stored', reservedBytes: 0n, updatedAt: now };
        await transaction.objectWrite.updateMany({
          where: { id },
          data: { ...data, expiresAt: keepUntil },
        });
      }, PATIENCE);
    },
    async progress(write, objects, now) {
      await prisma.$transaction(async (transaction) => {
        await count(transaction, write.storageConfigId, objects, now);
        const bytes = objects.reduce((sum, { size }) => sum + BigInt(size), 0n);
        const where = { id: write.id };
        await transaction.objectWrite.updateMany({
          where: { ...where, reservedBytes: { gte: bytes } },
          data: { reservedBytes: { decrement: bytes }, updatedAt: now },
        });
      }, PATIENCE);
    },
  };
}

async function whyNot(transaction: Transaction, id: string): Promise<'gone' | 'landing'> {
  const select = { state: true } as const;
  const row = await transaction.objectWrite.findUnique({ where: { id }, select });
  return row?.state === 'completing' ? 'landing' : 'gone';
}

function atLeastZero(bytes: bigint): bigint {
  return bytes > 0n ? bytes : 0n;
}
