import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { createListedBucket, listed, storageConfigRow } from '../../test/listed-bucket.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { type BucketIndex, createBucketIndex } from './bucket-index.ts';

const CONFIG = 'bucket';
const MINUTE_MS = 60_000;

describe.each(DATABASES)('the index of a bucket on %s', (kind) => {
  let directory = '';
  let database: Database;
  let index: BucketIndex;
  let bucket: ReturnType<typeof createListedBucket>;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const errors: unknown[] = [];
  const clock = { now: () => new Date(now) };
  const limits = { maxPages: 100 };
  const open = (more: Partial<typeof limits> = {}) =>
    createBucketIndex({
      database,
      clock,
      onError: (error) => void errors.push(error),
      limits: { ...limits, ...more },
    });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-index-'));
    database = await openDatabase({
      ...DATABASE_OPTIONS,
      dataDirectory: directory,
      databaseUrl: await newDatabaseUrl(kind),
    });
    await database.prisma.storageConfig.create({ data: storageConfigRow(CONFIG, clock.now()) });
    bucket = createListedBucket();
    index = open();
    errors.length = 0;
  });
  afterEach(async () => {
    await index.close();
    await database.close();
    await rm(directory, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });

  const storage = (more: { bucketName?: string } = {}) => ({
    config: {
      id: CONFIG,
      endpointUrl: 'http://storage.test',
      bucketName: more.bucketName ?? 'bucket',
      totalStorageBytes: null,
    },
    store: bucket,
  });
  const refresh = (maxAgeMs = 5 * MINUTE_MS) => index.refresh(storage(), maxAgeMs);
  /** Waits for the crawl that the last call began. */
  const crawl = async (maxAgeMs?: number) => {
    await refresh(maxAgeMs);
    await index.settle(storage(), 10_000);
  };
  const counted = async () => {
    const usage = await index.usage.of(CONFIG);
    return usage && [usage.objectCount, usage.totalBytes];
  };
  const rows = () =>
    database.prisma.bucketEntry.findMany({ where: { isRemoved: false }, orderBy: { key: 'asc' } });
  const keys = async () => (await rows()).map(({ key }) => key).sort();
  /** Checks that the counts equal the sums of the entries. */
  const expectExact = async () => {
    const entries = await rows();
    const bytes = entries.reduce((sum, { size }) => sum + Number(size), 0);
    expect(await counted()).toEqual([entries.length, bytes]);
    expect(await keys()).toEqual(bucket.keys());
    expect(bytes).toBe(bucket.bytes());
  };
  const write = async (key: string, size: number) => {
    const object = bucket.put(key, size);
    await database.prisma.$transaction((transaction) =>
      index.count(transaction, CONFIG, [object], object.lastModified),
    );
  };
  const remove = async (...removed: string[]) => {
    for (const key of removed) bucket.delete(key);
    await index.listener.removed(CONFIG, removed);
  };

  it('knows nothing before the first crawl, and does not wait for it (SPEC 7)', async () => {
    bucket.put('a/One.txt', 10);
    const gate = Promise.withResolvers<void>();
    bucket.afterRead = () => gate.promise;
    expect(await refresh()).toBeUndefined();
    expect(await counted()).toBeUndefined();
    gate.resolve();
    await index.settle(storage(), 10_000);
    await expectExact();
    expect(await refresh()).toMatchObject({ finishedAt: clock.now(), isTruncated: false });
    expect(await rows()).toMatchObject([{ key: 'a/One.txt', searchName: 'one.txt', size: 10n }]);
  });

  it('is not begun by writes to a bucket that nobody searches and that has no limit', async () => {
    await write('a', 1);
    expect(await database.prisma.bucketIndex.count()).toBe(0);
    expect(await database.prisma.bucketEntry.count()).toBe(0);
    expect(bucket.lists).toBe(0);
  });

  it('follows the server’s own writes and removals without another crawl', async () => {
    bucket.put('kept', 5);
    await crawl();
    const { lists } = bucket;
    await write('new/file', 100);
    await write('kept', 50);
    await expectExact();
    expect(await counted()).toEqual([2, 150]);
    await remove('new/file', 'new/file', 'unknown');
    await remove('kept');
    await expectExact();
    expect(await counted()).toEqual([0, 0]);
    expect(bucket.lists).toBe(lists);
  });

  it('takes several objects at once, the last of one name, and leaves out what no database stores', async () => {
    await crawl();
    const objects = [bucket.put('twice', 1), bucket.put('twice', 2), bucket.put('x', 3)];
    const odd = { key: 'a\0b', size: 9, etag: '"e"', lastModified: clock.now() };
    await database.prisma.$transaction((transaction) =>
      index.count(transaction, CONFIG, [...objects, odd], clock.now()),
    );
    await index.listener.removed(CONFIG, ['a\0b']);
    await expectExact();
    expect(await counted()).toEqual([2, 5]);
  });

  it('learns at the next crawl what others wrote and removed, and reads no page twice', async () => {
    for (let number = 0; number < 2500; number += 1) bucket.put(`n/${number}`, 1);
    await crawl();
    expect(bucket.lists).toBe(3);
    await expectExact();
    for (let number = 0; number < 1700; number += 1) bucket.delete(`n/${number}`);
    bucket.put('n/2000', 7);
    bucket.put('other', 1);
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
  });

  it('is crawled again when its time is over, and not before (CONTRACT A4)', async () => {
    await crawl();
    now += 5 * MINUTE_MS - 1;
    await crawl();
    expect(bucket.lists).toBe(1);
    now += 1;
    await crawl();
    expect(bucket.lists).toBe(2);
  });

  it('is crawled again once it was cleared', async () => {
    await crawl();
    expect(await index.clear(undefined)).toBe(1);
    expect(await index.clear([CONFIG])).toBe(1);
    expect(await index.clear(['other'])).toBe(0);
    now += 1;
    await crawl();
    await crawl();
    expect(bucket.lists).toBe(2);
  });

  it('never brings back an object removed while a crawl ran, nor loses one written (SECURITY 12)', async () => {
    for (const key of ['a', 'b', 'c', 'd']) bucket.put(key, 10);
    await crawl();
    now += 6 * MINUTE_MS;
    bucket.pageSize = 2;
    // Each page is read before the change and stored after it.
    bucket.afterRead = async (page) => {
      if (page === 1) {
        await remove('a');
        await write('b', 11);
        await write('0-behind', 12);
        await remove('d');
        await write('e', 13);
      }
      if (page === 2) {
        await remove('e');
        await write('a', 14);
        await remove('0-behind');
      }
    };
    await crawl();
    await expectExact();
    expect(await keys()).toEqual(['a', 'b', 'c']);
    expect(await counted()).toEqual([3, 14 + 11 + 10]);
    // The next crawl removes the tombstones.
    bucket.afterRead = undefined;
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
    expect(await database.prisma.bucketEntry.count()).toBe(3);
  });

  it('starts again after a kill -9 in mid-crawl, once its lease is over (SECURITY 12)', async () => {
    bucket.put('real', 1);
    await crawl();
    await database.prisma.bucketIndex.updateMany({
      data: {
        holder: 'killed',
        crawl: { increment: 1 },
        heldUntil: new Date(now + MINUTE_MS),
        finishedAt: null,
      },
    });
    await database.prisma.$transaction((transaction) =>
      index.count(
        transaction,
        CONFIG,
        [{ ...bucket.put('half', 2), size: 1_000_000 }],
        clock.now(),
      ),
    );
    await index.listener.removed(CONFIG, ['real']);
    const { lists } = bucket;
    await refresh();
    expect(bucket.lists).toBe(lists);
    now += MINUTE_MS;
    await crawl();
    await expectExact();
    expect(await keys()).toEqual(['half', 'real']);
  });

  it('is crawled by one of several replicas, and a holder that was overtaken changes nothing', async () => {
    for (const key of ['a', 'b', 'c', 'd']) bucket.put(key, 10);
    const other = open();
    bucket.pageSize = 2;
    let takenOver: Promise<unknown> | undefined;
    bucket.afterRead = async (page) => {
      if (page === 1) {
        await other.refresh(storage(), MINUTE_MS);
        expect(bucket.lists).toBe(1);
      }
      if (page !== 2) return;
      bucket.afterRead = undefined;
      // Simulates a process that was stopped for longer than its lease.
      now += 10 * MINUTE_MS;
      bucket.delete('a');
      await other.refresh(storage(), MINUTE_MS);
      takenOver = other.settle(storage(), 10_000);
      await takenOver;
    };
    await crawl();
    await takenOver;
    await expectExact();
    await other.close();
    expect(await keys()).toEqual(['b', 'c', 'd']);
  });

  it('leaves a storage that fails alone for a while, and what was known stays', async () => {
    bucket.put('a', 1);
    await crawl();
    now += 6 * MINUTE_MS;
    bucket.afterRead = () => Promise.reject(new Error('storage is down'));
    await crawl();
    expect(errors.splice(0)).toMatchObject([{ message: 'storage is down' }]);
    expect(await refresh()).toMatchObject({ finishedAt: new Date(now - 6 * MINUTE_MS) });
    expect(await counted()).toEqual([1, 1]);
    expect(bucket.lists).toBe(2);
    bucket.afterRead = undefined;
    now += MINUTE_MS;
    await crawl();
    expect(bucket.lists).toBe(3);
  });

  it('reads no more pages than its limit, and says so', async () => {
    await index.close();
    index = open({ maxPages: 2 });
    for (let number = 1000; number < 4000; number += 1) bucket.put(`n/${number}`, 2);
    await crawl();
    expect(await counted()).toEqual([2000, 4000]);
    expect(await refresh()).toMatchObject({ isTruncated: true });
    for (let number = 2000; number < 4000; number += 1) bucket.delete(`n/${number}`);
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
    expect(await refresh()).toMatchObject({ isTruncated: false });
  });

  it('writes at the next crawl only what has changed since', async () => {
    for (let number = 1000; number < 3500; number += 1) bucket.put(`n/${number}`, 1);
    await crawl();
    bucket.put('n/1500', 7);
    bucket.put('m', 3);
    bucket.put('n/3500', 3);
    bucket.delete('n/2000');
    bucket.delete('n/3499');
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
    const written = (await rows()).filter(({ crawl: by }) => by === 2).map(({ key }) => key);
    expect(written.sort()).toEqual(['m', 'n/1500', 'n/3500']);
  });

  it('keeps its lease while page after page holds nothing new', async () => {
    for (const key of ['a', 'b', 'c', 'd']) bucket.put(key, 10);
    await crawl();
    const other = open();
    now += 6 * MINUTE_MS;
    bucket.pageSize = 1;
    bucket.afterRead = async () => {
      now += MINUTE_MS;
      await other.refresh(storage(), MINUTE_MS);
    };
    const { lists } = bucket;
    await crawl();
    await other.close();
    expect(bucket.lists - lists).toBe(4);
    await expectExact();
  });

  it('finds all there is of a storage that lists in an order of its own', async () => {
    for (let number = 0; number < 50; number += 1) bucket.put(`n/${number}`, 1);
    bucket.pageSize = 10;
    bucket.compare = (a, b) => (Number(a.slice(2)) < Number(b.slice(2)) ? 1 : -1);
    await crawl();
    await expectExact();
    bucket.delete('n/13');
    bucket.put('n/50', 2);
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
  });

  it('compares keys by their bytes, as S3 lists them, and not as JavaScript sorts', async () => {
    for (const key of ['\u{1f600}', '\ufffd', 'Z', 'a', 'é']) bucket.put(key, 1);
    bucket.pageSize = 2;
    await crawl();
    now += 6 * MINUTE_MS;
    await crawl();
    await expectExact();
    // No entry was written twice, because the storage listed in the expected order.
    expect((await rows()).map((row) => row.crawl)).toEqual([1, 1, 1, 1, 1]);
  });

  it('holds one page in memory, however many names there are', async () => {
    // Creates each page on request, and forgets it when the next one is requested.
    const pages: WeakRef<object>[] = [];
    let alive = 0;
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const endless = {
      list: async ({ cursor = '0' }: { cursor?: string | undefined }) => {
        const page = Number(cursor);
        const objects = Array.from({ length: 1000 }, (_, at) =>
          listed(`n/${page * 1000 + at + 100_000}`, 1),
        );
        pages.push(new WeakRef(objects));
        // Each collection visits the heap of the whole worker.
        if (page % 20 === 19) {
          collectGarbage();
          alive = Math.max(alive, pages.filter((ref) => ref.deref()).length);
        }
        return { objects, prefixes: [], cursor: page < 99 ? String(page + 1) : undefined };
      },
    };
    await index.close();
    index = open();
    const many = { ...storage(), store: endless };
    await index.refresh(many, MINUTE_MS);
    await index.settle(many, 60_000);
    expect(await counted()).toEqual([100_000, 100_000]);
    expect(alive).toBeGreaterThan(0);
    expect(alive).toBeLessThan(5);
  });

  it('starts over when the storage config names another bucket', async () => {
    bucket.put('old', 1);
    await crawl();
    const where = { id: CONFIG };
    await database.prisma.storageConfig.update({ where, data: { bucketName: 'other' } });
    expect(await counted()).toBeUndefined();
    bucket.delete('old');
    bucket.put('new', 2);
    const moved = storage({ bucketName: 'other' });
    expect(await index.refresh(moved, MINUTE_MS)).toBeUndefined();
    await index.settle(moved, 10_000);
    await expectExact();
  });

  it('ends with the process in mid-crawl, and the next one starts at once', async () => {
    bucket.put('a', 1);
    bucket.afterRead = () => new Promise(() => undefined);
    await refresh();
    await index.close();
    bucket.afterRead = undefined;
    index = open();
    await crawl();
    await expectExact();
  });

  it('goes when its storage config goes', async () => {
    bucket.put('a', 1);
    await crawl();
    await database.prisma.storageConfig.delete({ where: { id: CONFIG } });
    expect(await database.prisma.bucketEntry.count()).toBe(0);
    expect(await database.prisma.bucketIndex.count()).toBe(0);
  });
});
