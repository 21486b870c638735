import type { Sql } from '@prisma/client/runtime/client';
import type { Clock } from '#clock';
import { isReferenceViolation, isUniqueViolation, type Prisma, type PrismaClient } from '#database';
import { type TimeRow, toTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import type { WrittenObject } from '#object-store/bucket-watch.ts';
import {
  type CrawlHold,
  createIndexStatements,
  isStorable,
  type KeyRange,
  lockBucket,
  toRows,
} from './index-rows.ts';

/** Known state of a bucket. */
export interface IndexState {
  readonly location: string;
  readonly holder: string | null;
  readonly heldUntil: Date | null;
  /** Begin and end of the last complete crawl; null before the first. */
  readonly indexedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly clearedAt: Date | null;
  readonly isTruncated: boolean;
}

/** Crawl that has begun, and the totals of the previous one that no entries account for. */
export interface BegunCrawl extends CrawlHold {
  readonly startedAt: Date;
  readonly unlistedCount: bigint;
  readonly unlistedBytes: bigint;
}

export interface CrawlResult {
  readonly unlistedCount: number;
  readonly unlistedBytes: number;
  readonly isTruncated: boolean;
}

/** Objects and bytes of a bucket: counted by the last crawl and updated since. */
export interface CountedUsage {
  readonly objectCount: number;
  readonly totalBytes: number;
  /** End of the crawl that they are based on. */
  readonly countedAt: Date;
}

export type IndexRepository = ReturnType<typeof createIndexRepository>;

/** An object was counted after a time at which it was read: it may be out of date by now. */
export class CountedMeanwhile extends Error {
  /** Time of the database at which that was noticed. */
  readonly at: Date;
  constructor(at: Date) {
    super('another write of this name was counted meanwhile');
    this.at = at;
  }
}

/** Page size of S3 and batch size of a statement. */
const BATCH = 1000;

export function createIndexRepository(prisma: PrismaClient, kind: DatabaseKind, clock: Clock) {
  return { ...createCrawlRows(prisma, kind), ...createOwnChanges(prisma, kind, clock) };
}

interface LaterRow extends TimeRow {
  readonly etag: string | null;
  readonly modified_ms: unknown;
}

function createCrawlRows(prisma: PrismaClient, kind: DatabaseKind) {
  const { bucketIndex } = prisma;
  const statements = createIndexStatements(kind);
  const whereHeld = ({ configId, holder, crawl }: CrawlHold) => ({
    storageConfigId: configId,
    holder,
    crawl,
  });
  const whileHeld = (hold: CrawlHold, leaseEndsAt: Date, statements: readonly Sql[]) =>
    prisma.$transaction(async (transaction) => {
      const data = { heldUntil: leaseEndsAt };
      const renewed = await transaction.bucketIndex.updateMany({ where: whereHeld(hold), data });
      if (renewed.count === 0) return false;
      // One by one, because Prisma caches a list of statements by its values, and a page of names is large.
      for (const statement of statements) await transaction.$executeRaw(statement);
      return true;
    });
  const readKeys = async (query: Sql) =>
    (await prisma.$queryRaw<{ key: string }[]>(query)).map(({ key }) => key);

  return {
    async find(configId: string): Promise<IndexState | undefined> {
      const where = { storageConfigId: configId };
      return (await bucketIndex.findUnique({ where, select: STATE })) ?? undefined;
    },
    begin: createBegin(prisma),
    /** Filters the objects to those that differ from the index, without those written by the server since. */
    async findChanged(hold: CrawlHold, objects: readonly WrittenObject[]) {
      const keys = new Set(await readKeys(statements.selectChanged(hold, toRows(objects))));
      return objects.filter(({ key }) => keys.has(key));
    },
    /** Returns false if another process has taken over the crawl. So do `removeUnseen` and `finish`. */
    addPage(hold: CrawlHold, objects: readonly WrittenObject[], leaseEndsAt: Date) {
      const rows = toRows(objects);
      return whileHeld(hold, leaseEndsAt, [
        statements.countWritten(hold.configId, rows, hold),
        statements.upsert(hold.configId, rows, hold),
      ]);
    },
    /** Removes entries in a range that the crawl has not seen, in batches; often there are none. */
    async removeUnseen(hold: CrawlHold, leaseEndsAt: () => Date, range: KeyRange) {
      const listUnseen = (after: string) =>
        readKeys(statements.selectUnseen(hold, { ...range, after }, BATCH));
      let keys = await listUnseen(range.after);
      while (keys.length > 0) {
        const batch = JSON.stringify(keys);
        const isHeld = await whileHeld(hold, leaseEndsAt(), [
          statements.countRemoved(hold.configId, batch, hold),
          statements.removeUnseen(hold, batch),
        ]);
        if (!isHeld) return false;
        keys = keys.length < BATCH ? [] : await listUnseen(keys.at(-1) ?? '');
      }
      return true;
    },
    async finish(crawl: BegunCrawl, result: CrawlResult, now: Date, restUntil: Date) {
      const { unlistedCount, unlistedBytes, isTruncated } = result;
      const { count } = await bucketIndex.updateMany({
        where: whereHeld(crawl),
        data: {
          holder: null,
          heldUntil: restUntil,
          indexedAt: crawl.startedAt,
          finishedAt: now,
          objectCount: { increment: BigInt(unlistedCount) - crawl.unlistedCount },
          totalBytes: { increment: BigInt(unlistedBytes) - crawl.unlistedBytes },
          unlistedCount,
          unlistedBytes,
          isTruncated,
        },
      });
      return count > 0;
    },
    /** Releases a crawl that failed. */
    async release(hold: CrawlHold, restUntil: Date) {
      const data = { holder: null, heldUntil: restUntil };
      await bucketIndex.updateMany({ where: whereHeld(hold), data });
    },
  };
}

const STATE = {
  location: true,
  holder: true,
  heldUntil: true,
  indexedAt: true,
  finishedAt: true,
  clearedAt: true,
  isTruncated: true,
} as const satisfies Prisma.BucketIndexSelect;

function createBegin({ bucketIndex }: PrismaClient) {
  /** Returns undefined if another crawl runs or has just ended, or the storage config was removed. */
  return async (
    { id: storageConfigId, location }: { readonly id: string; readonly location: string },
    holder: string,
    now: Date,
    leaseEndsAt: Date,
  ): Promise<BegunCrawl | undefined> => {
    const begun = { holder, heldUntil: leaseEndsAt, startedAt: now };
    // Discards the state of another bucket, and stops a crawl of it.
    await bucketIndex.updateMany({
      where: { storageConfigId, location: { not: location } },
      data: { location, holder: null, heldUntil: null, indexedAt: null, finishedAt: null },
    });
    const select = { crawl: true, unlistedCount: true, unlistedBytes: true } as const;
    const [taken] = await bucketIndex.updateManyAndReturn({
      where: { storageConfigId, OR: [{ heldUntil: null }, { heldUntil: { lte: now } }] },
      data: { ...begun, crawl: { increment: 1 } },
      select,
    });
    const held = { configId: storageConfigId, holder, startedAt: now };
    if (taken) return { ...held, ...taken };
    try {
      const data = { storageConfigId, location, ...begun, crawl: 1 };
      return { ...held, ...(await bucketIndex.create({ data, select })) };
    } catch (error) {
      if (isUniqueViolation(error) || isReferenceViolation(error)) return undefined;
      throw error;
    }
  };
}

function createOwnChanges(prisma: PrismaClient, kind: DatabaseKind, clock: Clock) {
  const { bucketIndex } = prisma;
  const statements = createIndexStatements(kind);
  const lock = async (transaction: Prisma.TransactionClient, configId: string) =>
    (await transaction.$executeRaw(lockBucket(configId))) > 0;
  const run = async (transaction: Prisma.TransactionClient, changes: readonly Sql[]) => {
    for (const statement of changes) await transaction.$executeRaw(statement);
    return true;
  };
  const change = async (
    transaction: Prisma.TransactionClient,
    configId: string,
    changes: readonly Sql[],
  ) => (await lock(transaction, configId)) && run(transaction, changes);
  const additionOf = (configId: string, objects: readonly WrittenObject[]) => {
    const rows = toRows(objects);
    return [statements.countWritten(configId, rows), statements.upsert(configId, rows)];
  };
  return {
    /**
     * Counts one object, unless its entry was written since then with another ETag. Times are the database's.
     *
     * @throws {CountedMeanwhile}
     */
    async addSince(
      transaction: Prisma.TransactionClient,
      configId: string,
      { key, size, etag }: Omit<WrittenObject, 'lastModified'>,
      since: Date,
    ) {
      if (!(await lock(transaction, configId))) return false;
      const [row] = await transaction.$queryRaw<LaterRow[]>(statements.selectEntry(configId, key));
      const lastModified = kind === 'sqlite' ? clock.now() : toTime(row, clock);
      const isLater = Number(row?.modified_ms ?? -1) >= since.getTime();
      if (isLater && row?.etag !== etag) throw new CountedMeanwhile(lastModified);
      return run(transaction, additionOf(configId, [{ key, size, etag, lastModified }]));
    },
    /** Runs in the transaction of the objects' write. Returns false if the bucket has no index. */
    async addWritten(
      transaction: Prisma.TransactionClient,
      configId: string,
      objects: readonly WrittenObject[],
    ) {
      let isIndexed = false;
      for (let start = 0; start < objects.length; start += BATCH) {
        const addition = additionOf(configId, objects.slice(start, start + BATCH));
        isIndexed = await change(transaction, configId, addition);
      }
      return isIndexed;
    },
    /** Does nothing for a bucket without index. */
    async removeKeys(configId: string, removed: readonly string[]) {
      const keys = [...new Set(removed)].filter(isStorable);
      for (let start = 0; start < keys.length; start += BATCH) {
        const batch = JSON.stringify(keys.slice(start, start + BATCH));
        const changes = [
          statements.countRemoved(configId, batch),
          statements.tombstone(configId, batch),
          statements.removeUnlessCrawled(configId, batch),
        ];
        await prisma.$transaction((transaction) => change(transaction, configId, changes));
      }
    },
    /** Marks indexes as out of date; of these configs, or all. */
    async clear(configIds: readonly string[] | undefined, now: Date) {
      const where = configIds ? { storageConfigId: { in: [...configIds] } } : {};
      return (await bucketIndex.updateMany({ where, data: { clearedAt: now } })).count;
    },
  };
}
