import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { createListedBucket, storageConfigRow } from '../../test/listed-bucket.ts';
import { createDatabase } from '../../test/start-postgres.ts';
import { DATABASES } from '../../test/start-server.ts';
import { createBucketIndex } from '../bucket-index/bucket-index.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Claim, NewWrite } from './object-write.ts';
import { createLedgerRepository } from './repository.ts';
import { createFindRoomLimit } from './room.ts';

const CONFIG = 'bucket';
const ROUNDS = 30;
const insufficient = { code: 'storage.insufficient' };
const busy = { code: 'file_system.busy' };

describe.each(DATABASES)('the ledger of writes on %s', (kind) => {
  let directory = '';
  let bucket: ReturnType<typeof createListedBucket>;
  let ledger: Ledger;
  /** What another replica has, on a connection of its own; the same process on SQLite. */
  let other: Ledger;
  let prisma: Database['prisma'];
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
      repository: createLedgerRepository(database.prisma, database.kind, index.count),
      findLimit: createFindRoomLimit(index.crawler, clock),
      watch: { written: () => undefined },
      clock,
      onError,
    });
    closers.push(async () => {
      await opened.close();
      await index.close();
      await database.close();
    });
    return { database, opened };
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-ledger-'));
    offsetMs = 0;
    errors.length = 0;
    const serverUrl = inject('postgresUrl');
    const isPostgres = kind === 'postgresql' && serverUrl !== undefined;
    const databaseUrl = isPostgres ? await createDatabase(serverUrl) : undefined;
    const first = await openReplica(databaseUrl);
    ledger = first.opened;
    prisma = first.database.prisma;
    other = isPostgres ? (await openReplica(databaseUrl)).opened : ledger;
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
    ledger.begin(storage(1000n), write(objectKey, sizeBytes, more));
  const isThere = { etag: '"x"', size: 0 };

  describe('keeps room (SPEC 8, CONTRACT A6)', () => {
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
      await ledger.begin(storage(), write('a', 2 ** 50));
      await ledger.begin(storage(0n), write('b', 2 ** 50));
      expect(bucket.lists).toBe(0);
      expect(await prisma.bucketIndex.count()).toBe(0);
    });

    it('for uploads under way until they are over', async () => {
      const upload = await begin('one', 600);
      await expect(begin('two', 600)).rejects.toMatchObject(insufficient);
      await ledger.abandon({ id: upload.id });
      const second = await begin('two', 600);
      await ledger.store(second, [{ ...isThere, key: 'two', size: 600 }]);
      await expect(begin('three', 401)).rejects.toMatchObject(insufficient);
      await begin('three', 400);
    });

    it('less what is overwritten, which is counted once', async () => {
      bucket.put('file', 600);
      await expect(begin('other', 500)).rejects.toMatchObject(insufficient);
      const [first, second] = [await begin('file', 800), await begin('file', 800)];
      await ledger.store(first, [{ ...isThere, key: 'file', size: 800 }]);
      await ledger.store(second, [{ ...isThere, key: 'file', size: 800 }]);
      await begin('rest', 200);
      await expect(begin('more', 1)).rejects.toMatchObject(insufficient);
    });

    it('for what an upload has become when it lands, not for what was announced', async () => {
      bucket.put('file', 600);
      const upload = await begin('file', 700);
      await ledger.store(await begin('other', 300), [{ ...isThere, key: 'other', size: 300 }]);
      const landing = { sizeBytes: 800, claim: 'shared' as const };
      await expect(ledger.land(storage(1000n), upload, landing)).rejects.toMatchObject(
        insufficient,
      );
      const fitting = { ...landing, sizeBytes: 700 };
      await expect(ledger.land(storage(1000n), upload, fitting)).resolves.toBe('taken');
    });

    it('for all of several or for none', async () => {
      const wanted = [write('a', 600), write('b', 400)];
      await begin('one', 1);
      await expect(ledger.beginAll(storage(1000n), wanted)).rejects.toMatchObject(insufficient);
      expect(await prisma.objectWrite.count()).toBe(1);
      await ledger.beginAll(storage(1001n), wanted);
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
      await ledger.begin(storage(1n), write('counted', 0));
      for (let round = 0; round < ROUNDS; round += 1) {
        const both = await Promise.allSettled([
          ledger.begin(storage(1000n), write(`a${round}`, 600)),
          other.begin(storage(1000n), write(`b${round}`, 600)),
        ]);
        const taken = both.filter((each) => each.status === 'fulfilled');
        expect(taken).toHaveLength(1);
        for (const each of taken) await ledger.abandon({ id: each.value.id });
      }
    });
  });

  describe('holds names', () => {
    const claim = (key: string, as: Claim, by = ledger) =>
      by.begin(storage(), write(key, 0, { kind: 'change', claim: as }));

    it('for all who overwrite, or for one who relies on what is there', async () => {
      await claim('a', 'shared');
      await claim('a', 'shared', other);
      await expect(claim('a', 'exclusive')).rejects.toMatchObject(busy);
      const only = await claim('b', 'exclusive', other);
      await expect(claim('b', 'shared')).rejects.toMatchObject(busy);
      await ledger.remove([only]);
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
      const upload = write('d/new', 0, { kind: 'entry', claim: 'exclusive' });
      await ledger.begin(storage(), upload);
      for (const key of ['d/', 'd', 'd/other']) {
        await expect(claim(key, 'exclusive')).rejects.toMatchObject(busy);
      }
      await claim('e/', 'exclusive');
      await expect(reading('e/file')).rejects.toMatchObject(busy);
    });

    it('of several that are wanted together, as far as nobody else has them', async () => {
      const change = { kind: 'change', claim: 'exclusive' } as const;
      const group = (...keys: string[]) =>
        other.beginAll(
          storage(),
          keys.map((key) => write(key, 0, change)),
        );
      await claim('d/file', 'exclusive');
      const { begun, busy: taken } = await group('a/', 'a/b', 'd/', 'd/file/below');
      expect(begun.map(({ objectKey }) => objectKey)).toEqual(['a/', 'a/b']);
      expect(taken.map(({ write: { objectKey }, claimedAt }) => [objectKey, claimedAt])).toEqual([
        ['d/', 'name'],
        ['d/file/below', 'above'],
      ]);
      await expect(claim('a/b/c', 'shared')).rejects.toMatchObject(busy);
      expect((await group()).begun).toEqual([]);
    });

    it('of a journaled operation until that ends, whatever becomes of its process', async () => {
      const operation = { operationId: 'o', isJournaled: true };
      const row = write('a', 0, { kind: 'change', claim: 'exclusive', ...operation });
      await ledger.begin(storage(), row);
      await ledger.begin(storage(), write('b', 0, { kind: 'carried', ...operation }));
      offsetMs += 48 * 60 * 60 * 1000;
      await other.endOthers();
      await expect(claim('a', 'shared', other)).rejects.toMatchObject(busy);
      expect(await other.listOfOperation('o')).toMatchObject([
        { objectKey: 'a' },
        { objectKey: 'b' },
      ]);
      await other.releaseOperation('o');
      await claim('a', 'shared', other);
      // What a caller is to upload for it stays.
      expect(await other.listOfOperation('o')).toMatchObject([{ objectKey: 'b' }]);
    });

    it('until the next start of the only process', async () => {
      const slug = 'taken';
      await ledger.begin(storage(), write('a', 0, { kind: 'stream', claim: 'exclusive', slug }));
      const database = { prisma, kind };
      const index = createBucketIndex({ database, clock, onError });
      const next = createLedger({
        repository: createLedgerRepository(prisma, kind, index.count),
        findLimit: createFindRoomLimit(index.crawler, clock),
        watch: { written: () => undefined },
        clock,
        onError,
      });
      await next.endOthers();
      await next.begin(storage(), write('a', 0, { kind: 'stream', claim: 'exclusive', slug }));
      await next.close();
    });
  });

  describe('lands a write once', () => {
    it('for any number who ask any replica', async () => {
      const upload = await begin('a', 1);
      const landing = { sizeBytes: 1, claim: 'shared' as const };
      const asked = await Promise.all(
        [ledger, other, ledger, other].map((by) => by.land(storage(), upload, landing)),
      );
      expect(asked.sort()).toEqual(['landing', 'landing', 'landing', 'taken']);
      await ledger.store(upload, [{ ...isThere, key: 'a' }]);
      await expect(other.land(storage(), upload, landing)).resolves.toBe('gone');
    });

    it('and never one that has been ended', async () => {
      const upload = await begin('a', 1);
      const landing = { sizeBytes: 1, claim: 'shared' as const };
      expect(await other.abandon({ id: upload.id })).toHaveLength(1);
      await expect(ledger.land(storage(), upload, landing)).resolves.toBe('gone');
    });

    it('and lets nobody end what is landing', async () => {
      const upload = await begin('a', 1);
      await ledger.land(storage(), upload, { sizeBytes: 1, claim: 'shared' });
      expect(await other.abandon({ createdBy: 'admin' })).toEqual([]);
      await ledger.reopen(upload);
      expect(await other.abandon({ createdBy: 'admin' })).toMatchObject([{ id: upload.id }]);
    });

    it('and lets nobody end what has landed, unless it has yet to become a share', async () => {
      const [file, share] = [
        await begin('a', 1),
        await begin('b', 1, { kind: 'file_share', details: '{}' }),
      ];
      for (const upload of [file, share]) {
        await ledger.land(storage(), upload, { sizeBytes: 1, claim: 'shared' });
        await ledger.store(upload, [{ ...isThere, key: upload.objectKey }]);
      }
      expect(await other.abandon({ createdBy: 'admin' })).toMatchObject([{ id: share.id }]);
      expect(await ledger.find(file.id)).toMatchObject({ state: 'stored' });
    });
  });

  it('gives a slug to one upload at a time, on all replicas', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const slug = `slug-${round}`;
      const both = await Promise.allSettled([
        ledger.begin(storage(), write(`a${round}`, 0, { slug })),
        other.begin(storage(), write(`b${round}`, 0, { slug })),
      ]);
      const refused = both.filter((each) => each.status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'shares.slug_taken' } }]);
    }
  });
});
