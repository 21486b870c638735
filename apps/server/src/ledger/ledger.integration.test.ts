import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { createListedBucket, storageConfigRow } from '../../test/listed-bucket.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';
import { createBucketIndex } from '../bucket-index/bucket-index.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { BucketListener } from '../object-store/bucket-watch.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Claim, NewWrite, ObjectWrite } from './object-write.ts';
import { createFindQuotaLimit } from './quota.ts';
import { createStreamWrites } from './stream-writes.ts';

const CONFIG = 'bucket';
const ROUNDS = 30;
const insufficient = { code: 'storage.insufficient' };
const busy = { code: 'file_system.busy' };

describe.each(DATABASES)('the ledger of writes on %s', (kind) => {
  let directory = '';
  let bucket: ReturnType<typeof createListedBucket>;
  let ledger: Ledger;
  /** Another replica with a connection of its own; on SQLite the same process. */
  let other: Ledger;
  let prisma: Database['prisma'];
  let removed: BucketListener['removed'];
  let closers: (() => Promise<void>)[] = [];
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);

  const openReplica = async (databaseUrl: string | undefined) => {
    const options = { ...DATABASE_OPTIONS, dataDirectory: directory, databaseUrl, onError };
    const database = await openDatabase(options);
    const index = createBucketIndex({ database, clock, onError });
    const opened = createLedger({
      database,
      count: index.count,
      findLimit: createFindQuotaLimit(index.crawler, clock),
      watch: { written: () => undefined },
      clock,
      onError,
    });
    closers.push(async () => {
      await opened.close();
      await index.close();
      await database.close();
    });
    return { database, opened, removed: index.listener.removed };
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-ledger-'));
    offsetMs = 0;
    errors.length = 0;
    const databaseUrl = await newDatabaseUrl(kind);
    const first = await openReplica(databaseUrl);
    ledger = first.opened;
    prisma = first.database.prisma;
    removed = first.removed;
    other = databaseUrl !== undefined ? (await openReplica(databaseUrl)).opened : ledger;
    await prisma.storageConfig.create({ data: storageConfigRow(CONFIG, clock.now()) });
    bucket = createListedBucket();
  });
  afterEach(async () => {
    for (const close of closers) await close();
    closers = [];
    await rm(directory, { recursive: true, force: true });
  });

  const storage = (totalStorageBytes: bigint | null = null) => ({
    config: {
      id: CONFIG,
      endpointUrl: 'http://storage.test',
      bucketName: 'bucket',
      signsContentLength: false,
      totalStorageBytes,
    },
    // No object passes through the ledger: of a store it lists the bucket, to count it.
    store: bucket as unknown as ObjectStore,
  });
  const write = (objectKey: string, sizeBytes: number, more: Partial<NewWrite> = {}) => ({
    kind: 'entry' as const,
    objectKey,
    sizeBytes,
    createdBy: 'admin',
    ...more,
  });
  const begin = (objectKey: string, sizeBytes: number, more: Partial<NewWrite> = {}) =>
    ledger.reserve(storage(1000n), write(objectKey, sizeBytes, more));
  const isThere = { etag: '"x"', size: 0 };

  describe('reserves quota (SPEC 8, CONTRACT A6)', () => {
    it('for what the bucket holds, whoever put it there', async () => {
      bucket.put('foreign', 900);
      await expect(begin('new', 101)).rejects.toMatchObject({
        ...insufficient,
        details: { size: '101 B', remaining: '100 B', total: '1000 B' },
      });
      await begin('new', 100);
      expect(bucket.lists).toBe(1);
    });

    it('for none where there is no limit, and asks nobody', async () => {
      await ledger.reserve(storage(), write('a', 2 ** 50));
      await ledger.reserve(storage(0n), write('b', 2 ** 50));
      expect(bucket.lists).toBe(0);
      expect(await prisma.bucketIndex.count()).toBe(0);
    });

    it('for uploads under way until they are over', async () => {
      const upload = await begin('one', 600);
      await expect(begin('two', 600)).rejects.toMatchObject(insufficient);
      await ledger.abandon({ id: upload.id });
      const second = await begin('two', 600);
      await ledger.commit(second, [{ ...isThere, key: 'two', size: 600 }]);
      await expect(begin('three', 401)).rejects.toMatchObject(insufficient);
      await begin('three', 400);
    });

    it('for the whole of a stream, whatever becomes of the file that it replaces', async () => {
      bucket.put('file', 400);
      bucket.put('other', 400);
      const stream = (sizeBytes: number) =>
        ledger.reserveClaimed(storage(1000n), {
          ...write('file', sizeBytes, { kind: 'stream' }),
          claim: 'shared',
        });
      await expect(stream(601)).rejects.toMatchObject(insufficient);
      const slow = await stream(600);
      const quick = await stream(10);
      await ledger.commit(quick, [{ ...isThere, key: 'file', size: 10 }]);
      await expect(begin('more', 1)).rejects.toMatchObject(insufficient);
      await removed(CONFIG, ['file']);
      await expect(begin('more', 1)).rejects.toMatchObject(insufficient);
      await ledger.commit(slow, [{ ...isThere, key: 'file', size: 600 }]);
      await expect(begin('more', 1)).rejects.toMatchObject(insufficient);
      await removed(CONFIG, ['file']);
      await begin('more', 600);
    });

    it('less what is overwritten, which is counted once', async () => {
      bucket.put('file', 600);
      await expect(begin('other', 500)).rejects.toMatchObject(insufficient);
      const [first, second] = [await begin('file', 800), await begin('file', 800)];
      await ledger.commit(first, [{ ...isThere, key: 'file', size: 800 }]);
      await ledger.commit(second, [{ ...isThere, key: 'file', size: 800 }]);
      await begin('rest', 200);
      await expect(begin('more', 1)).rejects.toMatchObject(insufficient);
    });

    it('for what the storage has, where writes of two replicas end in another order', async () => {
      const stored = { key: 'file', etag: '"large"', size: 600 };
      const asked = { ...storage(1000n), store: { ...bucket, head: async () => stored } as never };
      const [one, two] = [createStreamWrites(ledger), createStreamWrites(other)];
      const small = await one.begin(asked, write('file', 20));
      const large = await two.begin(asked, write('file', 600));
      // The storage took the small one first.
      await two.store(asked, large, async () => stored);
      await one.store(asked, small, async () => ({ etag: '"small"', size: 20 }));
      await expect(begin('more', 401)).rejects.toMatchObject(insufficient);
      await begin('more', 400);
    });

    it('in full for a write without an answer, because it may be stored after a removal', async () => {
      bucket.put('file', 600);
      const streamWrites = createStreamWrites(ledger);
      const put = async (_key: string, body: Readable) => {
        await body.toArray();
        throw new Error('no answer');
      };
      const store = { put } as never;
      const begun = await streamWrites.begin(storage(1000n), write('file', 700));
      const send = async (fenced: ObjectStore) => {
        const body = Readable.from([Buffer.alloc(700)]);
        return fenced.put('file', body, { contentType: '', signal: AbortSignal.timeout(5000) });
      };
      await expect(streamWrites.store({ ...storage(), store }, begun, send)).rejects.toThrow();
      await removed(CONFIG, ['file']);
      await expect(begin('more', 301)).rejects.toMatchObject(insufficient);
      await begin('more', 300);
    });

    it('for what an upload has become when it lands, not for what was announced', async () => {
      bucket.put('file', 600);
      const upload = await begin('file', 700);
      await ledger.commit(await begin('other', 300), [{ ...isThere, key: 'other', size: 300 }]);
      const landing = { sizeBytes: 800, claim: 'shared' as const };
      await expect(ledger.claim(storage(1000n), upload, landing)).rejects.toMatchObject(
        insufficient,
      );
      const fitting = { ...landing, sizeBytes: 700 };
      await expect(ledger.claim(storage(1000n), upload, fitting)).resolves.toMatchObject({
        claim: 'shared',
      });
    });

    it('for all of several or for none', async () => {
      const wanted = [write('a', 600), write('b', 400)];
      await begin('one', 1);
      await expect(ledger.reserveEach(storage(1000n), wanted)).rejects.toMatchObject(insufficient);
      expect(await prisma.objectWrite.count()).toBe(1);
      await ledger.reserveEach(storage(1001n), wanted);
      await expect(begin('two', 0)).rejects.toMatchObject(insufficient);
    });

    it('by our own rows where the bucket cannot be counted', async () => {
      bucket.afterRead = () => Promise.reject(new Error('storage is down'));
      await begin('one', 700);
      await expect(begin('two', 301)).rejects.toMatchObject(insufficient);
      await begin('two', 300);
      expect(errors).not.toEqual([]);
    });

    it('for one of two who ask two replicas at once', async () => {
      await ledger.reserve(storage(1n), write('counted', 0));
      for (let round = 0; round < ROUNDS; round += 1) {
        const both = await Promise.allSettled([
          ledger.reserve(storage(1000n), write(`a${round}`, 600)),
          other.reserve(storage(1000n), write(`b${round}`, 600)),
        ]);
        const taken = both.filter((each) => each.status === 'fulfilled');
        expect(taken).toHaveLength(1);
        for (const each of taken) await ledger.abandon({ id: each.value.id });
      }
    });
  });

  describe('holds names', () => {
    const claim = (key: string, as: Claim, by = ledger) =>
      by.reserveClaimed(storage(), { ...write(key, 0, { kind: 'change' }), claim: as });

    it('for all who overwrite, or for one who relies on what is there', async () => {
      await claim('a', 'shared');
      await claim('a', 'shared', other);
      await expect(claim('a', 'exclusive')).rejects.toMatchObject(busy);
      const only = await claim('b', 'exclusive', other);
      await expect(claim('b', 'shared')).rejects.toMatchObject(busy);
      await ledger.release([only]);
      await claim('b', 'shared');
    });

    it('of a directory with all that is in it, and of what is in it with the directory', async () => {
      await claim('d/', 'exclusive');
      await expect(claim('d/file', 'shared')).rejects.toMatchObject(busy);
      await expect(claim('d', 'shared')).rejects.toMatchObject(busy);
      await claim('d2/file', 'shared');
      await expect(claim('d2/', 'exclusive')).rejects.toMatchObject(busy);
      await claim('d20', 'exclusive');
    });

    it('for one of two who ask two replicas at once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const both = await Promise.allSettled([
          claim(`x${round}/y`, 'exclusive'),
          claim(`x${round}/`, 'exclusive', other),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      }
    });

    it('for a plain write or for one that relies on the name, at the same moment', async () => {
      const fulfilled: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const all = await Promise.allSettled([
          claim(`x${round}/y`, 'shared'),
          claim(`x${round}/`, 'exclusive', other),
          claim(`x${round}/y`, 'shared', other),
        ]);
        const [one, alone, two] = all.map(({ status }) => status === 'fulfilled');
        expect(alone && (one || two)).toBe(false);
        fulfilled.push(all.filter(({ status }) => status === 'fulfilled').length);
      }
      expect(Math.max(...fulfilled)).toBeGreaterThan(0);
    });

    it('for no longer than whoever writes shows that it is alive', async () => {
      await claim('a', 'exclusive');
      offsetMs += 29_000;
      await expect(claim('a', 'shared', other)).rejects.toMatchObject(busy);
      offsetMs += 2000;
      await claim('a', 'shared', other);
    });

    it('in place for who reads, which keeps no upload away', async () => {
      const reading = (key: string) => claim(key, 'read', other);
      await reading('d/');
      await reading('d/');
      await claim('d/file', 'shared');
      const upload = write('d/new', 0, { kind: 'entry' });
      await ledger.reserveClaimed(storage(), { ...upload, claim: 'exclusive' });
      for (const key of ['d/', 'd', 'd/other']) {
        await expect(claim(key, 'exclusive')).rejects.toMatchObject(busy);
      }
      await claim('e/', 'exclusive');
      await expect(reading('e/file')).rejects.toMatchObject(busy);
    });

    it('of several that are wanted together, as far as nobody else has them', async () => {
      const group = (...keys: string[]) =>
        other.reserveEach(
          storage(),
          keys.map((key) => ({
            ...write(key, 0, { kind: 'change' }),
            claim: 'exclusive' as const,
          })),
        );
      await claim('d/file', 'exclusive');
      const { reserved, busy: taken } = await group('a/', 'a/b', 'd/', 'd/file/below');
      expect(reserved.map(({ objectKey }) => objectKey)).toEqual(['a/', 'a/b']);
      expect(taken.map(({ write: { objectKey }, claimedAt }) => [objectKey, claimedAt])).toEqual([
        ['d/', 'name'],
        ['d/file/below', 'above'],
      ]);
      await expect(claim('a/b/c', 'shared')).rejects.toMatchObject(busy);
      expect((await group()).reserved).toEqual([]);
    });

    it('of an operation until that ends, whatever becomes of its process', async () => {
      const row = write('a', 0, { kind: 'change', operationId: 'o' });
      await ledger.reserveEach(storage(), [{ ...row, claim: 'exclusive' }]);
      await ledger.reserve(storage(), write('b', 0, { kind: 'carried', operationId: 'o' }));
      offsetMs += 48 * 60 * 60 * 1000;
      await other.endOthers();
      await expect(claim('a', 'shared', other)).rejects.toMatchObject(busy);
      expect(await other.listOfOperation('o')).toMatchObject([
        { objectKey: 'a' },
        { objectKey: 'b' },
      ]);
      await other.releaseOperation('o');
      await claim('a', 'shared', other);
      // Uploads of the caller for it stay.
      expect(await other.listOfOperation('o')).toMatchObject([{ objectKey: 'b' }]);
    });

    it('until the next start of the only process', async () => {
      const slug = 'taken';
      const stream = { ...write('a', 0, { kind: 'stream', slug }), claim: 'exclusive' as const };
      await ledger.reserveClaimed(storage(), stream);
      const transactTogether: Database['transactTogether'] = (work) => prisma.$transaction(work);
      const database = { prisma, kind, transactTogether };
      const index = createBucketIndex({ database, clock, onError });
      const next = createLedger({
        database,
        count: index.count,
        findLimit: createFindQuotaLimit(index.crawler, clock),
        watch: { written: () => undefined },
        clock,
        onError,
      });
      await next.endOthers();
      await next.reserveClaimed(storage(), stream);
      await next.close();
    });
  });

  describe('claims an upload once', () => {
    const input = { sizeBytes: 1, claim: 'shared' as const };
    /** Claim of an upload that no call is completing. */
    const claimed = async (upload: ObjectWrite, by = ledger) => {
      const result = await by.claim(storage(), upload, input);
      return typeof result === 'string' ? expect.unreachable(result) : result;
    };

    it('for any number who ask any replica', async () => {
      const upload = await begin('a', 1);
      const asked = await Promise.all(
        [ledger, other, ledger, other].map((by) => by.claim(storage(), upload, input)),
      );
      const taken = asked.filter((each) => typeof each === 'object');
      expect(taken).toHaveLength(1);
      expect(asked.filter((each) => each === 'completing')).toHaveLength(3);
      for (const write of taken) await ledger.commit(write, [{ ...isThere, key: 'a' }], true);
      await expect(other.claim(storage(), upload, input)).resolves.toBe('gone');
    });

    it('and never one that has been ended', async () => {
      const upload = await begin('a', 1);
      expect(await other.abandon({ id: upload.id })).toHaveLength(1);
      await expect(ledger.claim(storage(), upload, input)).resolves.toBe('gone');
    });

    it('and does not end an upload that is being completed', async () => {
      const write = await claimed(await begin('a', 1));
      expect(await other.abandon({ createdBy: 'admin' })).toEqual([]);
      await ledger.reopen(write);
      expect(await other.abandon({ createdBy: 'admin' })).toMatchObject([{ id: write.id }]);
    });

    it('and does not end a stored upload, unless it has yet to become a share', async () => {
      const [file, share] = [
        await begin('a', 1),
        await begin('b', 1, { kind: 'file_share', details: '{}' }),
      ];
      for (const upload of [file, share]) {
        const write = await claimed(upload);
        await ledger.commit(write, [{ ...isThere, key: upload.objectKey }], true);
      }
      expect(await other.abandon({ createdBy: 'admin' })).toMatchObject([{ id: share.id }]);
      expect(await ledger.find(file.id)).toMatchObject({ state: 'stored' });
    });
  });

  describe('fences a process that was away for longer than its claims (SECURITY 21)', () => {
    const lost = { code: 'file_system.claim_lost' };
    const stream = (key: string, by: Ledger) =>
      by.reserveClaimed(storage(), { ...write(key, 0, { kind: 'stream' }), claim: 'exclusive' });
    const objects = (key: string) => [{ ...isThere, key }];

    it('refuses its commit once another has taken the name, and keeps what that one stored', async () => {
      const paused = await stream('a', ledger);
      offsetMs += 31_000;
      const next = await stream('a', other);
      await expect(ledger.commit(paused, objects('a'))).rejects.toMatchObject(lost);
      await other.commit(next, objects('a'));
      expect(await prisma.objectWrite.count({ where: { claim: { not: null } } })).toBe(0);
    });

    it('refuses its commit also where the other has ended already', async () => {
      const paused = await stream('d/a', ledger);
      offsetMs += 31_000;
      await other.release([await stream('d/a', other)]);
      await expect(ledger.commit(paused, objects('d/a'))).rejects.toMatchObject(lost);
    });

    it('lets an upload whose completion lapsed be completed by the next call, once', async () => {
      const upload = await begin('a', 1);
      const input = { sizeBytes: 1, claim: 'shared' as const };
      const paused = await ledger.claim(storage(), upload, input);
      offsetMs += 31_000;
      const next = await other.claim(storage(), upload, input);
      if (typeof paused === 'string' || typeof next === 'string') return expect.unreachable();
      await expect(ledger.commit(paused, objects('a'), true)).rejects.toMatchObject(lost);
      await other.commit(next, objects('a'), true);
      expect(await ledger.find(upload.id)).toMatchObject({ state: 'stored' });
    });

    it('compares claims by the time of the database, whatever a replica takes for now', async () => {
      if (kind === 'sqlite') return;
      await stream('a', ledger);
      // The clock of the process itself, as a machine without NTP has it.
      vi.spyOn(Date, 'now').mockImplementation(
        () => performance.timeOrigin + performance.now() + 45_000,
      );
      await expect(stream('a', other)).rejects.toMatchObject(busy);
      vi.restoreAllMocks();
    });
  });

  it('gives a slug to one upload at a time, on all replicas', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const slug = `slug-${round}`;
      const both = await Promise.allSettled([
        ledger.reserve(storage(), write(`a${round}`, 0, { slug })),
        other.reserve(storage(), write(`b${round}`, 0, { slug })),
      ]);
      const refused = both.filter((each) => each.status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'shares.slug_taken' } }]);
    }
  });
});
