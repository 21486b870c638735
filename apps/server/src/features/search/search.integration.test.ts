import type { ApiClient } from '@satchel/api-client';
import {
  clearCache,
  clearUserCache,
  dashboardStats,
  readCacheStats,
} from '@satchel/api-client/contract/dashboard';
import { renameEntry } from '@satchel/api-client/contract/file-system';
import { updateMount } from '@satchel/api-client/contract/mounts';
import { readFolderSizes, searchFiles } from '@satchel/api-client/contract/search';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MountedStorage } from '../../../test/mounted-storage.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';

type Query = EndpointInput<typeof searchFiles>['query'];

const MINUTE_MS = 60_000;

describe.each(SYSTEMS)('search on %s with %s (CONTRACT A4, F7)', (...which) => {
  let system: System;
  let storage: CountedStorage;
  let api: ApiClient;
  beforeAll(async () => {
    system = await startSystem(which);
    api = system.server.api;
  });
  afterAll(() => system.close());
  beforeEach(async () => {
    storage = await system.addStorage();
  });
  afterEach(async () => {
    const { mounts } = system.server.services;
    for (const { id } of await mounts.list()) await mounts.remove(id);
  });

  const search = (q: string, query: Omit<Query, 'q'> = {}, as = api) =>
    as.call(searchFiles, { query: { q, ...query } });
  const pathsOf = async (q: string, query?: Omit<Query, 'q'>, as?: ApiClient) =>
    (await search(q, query, as)).results.map(({ path }) => path);
  /** Waits until the crawls that searches begin in the background have ended. */
  const indexed = () =>
    expect.poll(async () => (await search('zz')).indexedAt, { timeout: 10_000 }).not.toBeNull();
  const keyAt = async (basePath: string) =>
    (await system.server.createApiKey({ permissions: PERMISSION_FLAGS.mount_view, basePath })).api;
  /** Writes to the bucket without the server noticing. */
  const putFromOutside = async ({ bucket }: MountedStorage, key: string) => {
    const url = await bucket.presignPut(key, { expiresInSeconds: 60, origin: system.server.url });
    expect((await fetch(url, { method: 'PUT', body: key })).ok).toBe(true);
  };

  it('tells the sizes of folders from the index only, within the base path of a key', async () => {
    await storage.mount('/m', { cache_ttl: 300 });
    await storage.put('a.txt', '12345');
    await storage.put('docs/b.txt', '123');
    await storage.put('docs/deep/c.txt', '1');
    await storage.put('photos/d.png', '1234567');
    await storage.put('photos/', '');
    const sizes = (path: string, as = api) => as.call(readFolderSizes, { query: { path } });
    expect(await sizes('/m/')).toMatchObject({ files: 0, folders: [], isComplete: false });
    await indexed();
    storage.takeRequests();
    expect(await sizes('/m/')).toMatchObject({
      ...{ files: 4, size: 16, isComplete: true },
      folders: [
        { name: 'photos', files: 1, size: 7 },
        { name: 'docs', files: 2, size: 4 },
      ],
    });
    expect(await sizes('/m/docs')).toMatchObject({
      ...{ files: 2, size: 4 },
      folders: [{ name: 'deep', files: 1, size: 1 }],
    });
    expect(await sizes('/')).toMatchObject({ folders: [{ name: 'm', files: 4, size: 16 }] });
    const key = await keyAt('/m/docs');
    expect(await sizes('/', key)).toMatchObject({ folders: [{ name: 'm', files: 2, size: 4 }] });
    await expect(sizes('/m/photos', key)).rejects.toMatchObject({ code: 'auth.outside_base_path' });
    expect(storage.takeRequests()).toEqual([]);
  });

  it('answers with files by name, first from the storage itself and then from the index', async () => {
    const id = await storage.mount('/m', { name: 'Files', cache_ttl: 300 });
    await storage.put('docs/Annual Report.PDF', 'twelve bytes');
    await storage.put('docs/reports/', '');
    const first = await search(' report ');
    expect(first).toEqual({
      results: [
        {
          name: 'Annual Report.PDF',
          path: '/m/docs/Annual Report.PDF',
          size: 12,
          modified: expect.stringMatching(/Z$/),
          isDirectory: false,
          contentType: 'application/pdf',
          mount_id: id,
          mount_name: 'Files',
          storage_type: 'S3',
          s3_key: 'docs/Annual Report.PDF',
        },
      ],
      total: 1,
      hasMore: false,
      searchParams: {
        query: 'report',
        scope: 'global',
        mountId: null,
        path: null,
        limit: 50,
        offset: 0,
      },
      mountsSearched: 1,
      indexedAt: null,
      isComplete: true,
    });
    await indexed();
    storage.takeRequests();
    const second = await search('report');
    expect({ ...second, indexedAt: null }).toEqual(first);
    expect(second.indexedAt).toMatch(/Z$/);
    expect(storage.takeRequests()).toEqual([]);
  });

  it('orders by exact name, prefix, and time (F7), on any page', async () => {
    await storage.mount('/m');
    const keys = ['x/old-note', 'x/note-old', 'a/NOTE', 'x/note-new', 'x/new-note', '文/note 笔记'];
    for (const key of keys) {
      await storage.put(key);
      // Some storages round times to seconds.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const wanted = [
      ['a/NOTE'],
      ['x/note-old', 'x/note-new', '文/note 笔记'],
      ['x/old-note', 'x/new-note'],
    ];
    const all = async () => (await search('nOtE')).results.map(({ s3_key }) => s3_key);
    const inGroups = (found: string[]) => [found.slice(0, 1), found.slice(1, 4), found.slice(4)];
    const sorted = (groups: string[][]) => groups.map((group) => group.toSorted());
    expect(sorted(inGroups(await all()))).toEqual(sorted(wanted));
    await indexed();
    const found = await all();
    expect(sorted(inGroups(found))).toEqual(sorted(wanted));

    await system.server.prisma.bucketEntry.updateMany({
      where: { key: 'x/note-old' },
      data: { modifiedMs: 1 },
    });
    expect((await all()).slice(0, 4).at(-1)).toBe('x/note-old');
    const order = await all();
    const paged: string[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await search('note', { limit: 2, offset });
      expect(page).toMatchObject({ total: 6, hasMore: offset < 4 });
      paged.push(...page.results.map(({ s3_key }) => s3_key));
    }
    expect(paged).toEqual(order);
    expect(await search('note', { offset: 6 })).toMatchObject({
      results: [],
      total: 6,
      hasMore: false,
    });
    expect(await pathsOf('笔记')).toEqual(['/m/文/note 笔记']);
  });

  it('knows at once what the server writes, renames and removes', async () => {
    await storage.mount('/m', { cache_ttl: 300 });
    await indexed();
    await storage.put('a/first.txt');
    expect(await pathsOf('first')).toEqual(['/m/a/first.txt']);
    await api.call(renameEntry, {
      body: { oldPath: '/m/a/first.txt', newPath: '/m/a/second.txt' },
    });
    expect(await pathsOf('first')).toEqual([]);
    expect(await pathsOf('second')).toEqual(['/m/a/second.txt']);
    await storage.bucket.remove(['a/second.txt']);
    expect(await pathsOf('second')).toEqual([]);
  });

  it('learns what others wrote when the mount’s time is over, or once its cache was cleared', async () => {
    const id = await storage.mount('/m', { cache_ttl: 300 });
    await indexed();
    await putFromOutside(storage, 'foreign-1');
    expect(await pathsOf('foreign')).toEqual([]);
    system.server.moveClock(5 * MINUTE_MS);
    await expect.poll(() => pathsOf('foreign')).toEqual(['/m/foreign-1']);

    await putFromOutside(storage, 'foreign-2');
    system.server.moveClock(1000);
    expect(await pathsOf('foreign')).toEqual(['/m/foreign-1']);
    const { clearedCount } = await api.call(clearCache, { body: { mountId: id } });
    expect(clearedCount).toBeGreaterThan(0);
    system.server.moveClock(1000);
    expect((await pathsOf('foreign')).sort()).toEqual(['/m/foreign-1', '/m/foreign-2']);

    await putFromOutside(storage, 'foreign-3');
    await (await keyAt('/m')).call(clearUserCache, { body: {} });
    system.server.moveClock(1000);
    expect(await pathsOf('foreign-3')).toEqual(['/m/foreign-3']);
  });

  it('looks where the scope says, and gives right paths (CONTRACT A4)', async () => {
    const other = await system.addStorage();
    const one = await storage.mount('/one');
    await other.mount('/deep/two');
    await storage.put('a/note-1');
    await storage.put('a/b/note-2');
    await storage.put('ab/note-3');
    await other.put('a/note-4');
    const ask = async (query: Omit<Query, 'q'>) => {
      const { results, mountsSearched, total } = await search('note', query);
      expect(total).toBe(results.length);
      return [mountsSearched, ...results.map(({ path }) => path).sort()];
    };
    for (const _ of ['from the storage', 'from the index']) {
      const all = ['/deep/two/a/note-4', '/one/a/b/note-2', '/one/a/note-1', '/one/ab/note-3'];
      expect(await ask({})).toEqual([2, ...all]);
      expect(await ask({ scope: 'mount', mount_id: one })).toEqual([1, ...all.slice(1)]);
      for (const path of ['/one/a', '/one/a/', 'one//a']) {
        expect(await ask({ scope: 'directory', path })).toEqual([1, ...all.slice(1, 3)]);
      }
      expect(await ask({ scope: 'directory', path: '/deep' })).toEqual([1, all[0]]);
      expect(await ask({ scope: 'directory', path: '/' })).toEqual([2, ...all]);
      expect(await ask({ scope: 'directory', path: '/one/empty/' })).toEqual([1]);
      await indexed();
    }
  });

  it.each<[Query, string, number]>([
    [{ q: ' a ' }, 'search.query_too_short', 400],
    [{ q: '😀' }, 'search.query_too_short', 400],
    [{} as Query, 'search.query_too_short', 400],
    [{ q: 'x'.repeat(1025) }, 'request.invalid', 400],
    [{ q: 'note\u0000' }, 'request.invalid', 400],
    [{ q: 'note', limit: 0 }, 'request.invalid', 400],
    [{ q: 'note', offset: -1 }, 'request.invalid', 400],
    [{ q: 'note', scope: 'all' } as unknown as Query, 'request.invalid', 400],
    [{ q: 'note', scope: 'mount' }, 'search.mount_missing', 400],
    [{ q: 'note', scope: 'mount', mount_id: 'no' }, 'mounts.not_found', 404],
    [{ q: 'note', scope: 'directory', path: '' }, 'search.path_missing', 400],
    [{ q: 'note', scope: 'directory', path: '/m/../x' }, 'file_system.path_invalid', 400],
    [{ q: 'note', scope: 'directory', path: '/nowhere' }, 'file_system.not_found', 404],
  ])('answers %j with %s (SPEC 5)', async (query, code, status) => {
    await storage.mount('/m');
    await expect(api.call(searchFiles, { query })).rejects.toMatchObject({ code, status });
  });

  it('finds what lies in a directory whose name is stored in another Unicode form (SECURITY 2)', async () => {
    await storage.mount('/m');
    await storage.put('cafe\u0301/in/note');
    const query = { scope: 'directory', path: '/m/cafe\u0301/' } as const;
    for (const _ of ['from the storage', 'from the index']) {
      expect(await pathsOf('note', query)).toEqual(['/m/cafe\u0301/in/note']);
      expect(await pathsOf('note', { ...query, path: '/m/caf\u00e9/' })).toEqual([]);
      await indexed();
    }
  });

  it('gives 200 results to whoever asks for more (F7)', async () => {
    await storage.mount('/m');
    expect((await search('note', { limit: 1000 })).searchParams).toMatchObject({ limit: 200 });
  });

  it('takes every character for itself: no wildcards, no patterns, no SQL (SECURITY 9)', async () => {
    await storage.mount('/m', { cache_ttl: 300 });
    const odd = ['100%% sure', 'a__b', "it's; DROP TABLE mounts;--", '(a+)+$', '[a-z]*'];
    for (const name of [...odd, 'plain', `${'a'.repeat(200)}!`]) await storage.put(`dir/${name}`);
    for (const _ of ['from the storage', 'from the index']) {
      for (const name of odd) expect(await pathsOf(name)).toEqual([`/m/dir/${name}`]);
      expect(await pathsOf('%%')).toEqual(['/m/dir/100%% sure']);
      expect(await pathsOf('__')).toEqual(['/m/dir/a__b']);
      for (const q of ['.*', '\\\\', "' OR '1'='1", '%_', '(a|a)*c']) {
        expect(await pathsOf(q)).toEqual([]);
      }
      await indexed();
    }
  });

  it('keeps a key in its base path: it sees, counts and tells apart nothing else (SECURITY 2)', async () => {
    const other = await system.addStorage();
    const outer = await storage.mount('/m1');
    const foreign = await other.mount('/m2');
    const keys = [
      'a/secret-in',
      'secret-out',
      'ab/secret-out',
      'a.secret',
      'A/secret',
      'a-/secret',
    ];
    for (const key of keys) await storage.put(key);
    await other.put('a/secret-foreign');
    const key = await keyAt('/m1/a');
    const inside = { results: [{ path: '/m1/a/secret-in' }], total: 1, mountsSearched: 1 };
    for (const _ of ['from the storage', 'from the index']) {
      expect(await search('secret', {}, key)).toMatchObject({ ...inside, hasMore: false });
      const inMount = { scope: 'mount', mount_id: outer } as const;
      expect(await search('secret', inMount, key)).toMatchObject(inside);
      for (const path of ['/', '/m1', '/m1/a', '/m1/a/']) {
        expect(await search('secret', { scope: 'directory', path }, key)).toMatchObject(inside);
      }
      // Existing and missing ids get the same answer.
      for (const mount_id of [foreign, 'unknown']) {
        await expect(search('secret', { scope: 'mount', mount_id }, key)).rejects.toMatchObject({
          code: 'mounts.not_found',
        });
      }
      for (const path of ['/m1/ab', '/m1/absent', '/m2', '/m2/a', '/m3', '/m1/A']) {
        await expect(search('secret', { scope: 'directory', path }, key)).rejects.toMatchObject({
          code: 'auth.outside_base_path',
        });
      }
      await indexed();
    }
    const nowhere = await keyAt('/nowhere');
    expect(await search('secret', {}, nowhere)).toMatchObject({ total: 0, mountsSearched: 0 });
  });

  it('shows a key neither inactive mounts nor those of private storages (CONTRACT A4)', async () => {
    const id = await storage.mount('/m');
    await storage.put('secret');
    await indexed();
    const key = await keyAt('/');
    expect(await pathsOf('secret', {}, key)).toEqual(['/m/secret']);
    const publish = (is_public: boolean) =>
      api.call(updateStorageConfig, { params: { id: storage.configId }, body: { is_public } });
    await publish(false);
    const nothing = { results: [], total: 0, mountsSearched: 0 };
    expect(await search('secret', {}, key)).toMatchObject(nothing);
    expect(await pathsOf('secret')).toEqual(['/m/secret']);
    await publish(true);
    await api.call(updateMount, { params: { id }, body: { is_active: false } });
    expect(await search('secret', {}, key)).toMatchObject(nothing);
    expect(await search('secret')).toMatchObject(nothing);
  });

  it('never shows in a mount what another mount covers (CONTRACT A4: the longest prefix wins)', async () => {
    const other = await system.addStorage();
    await storage.mount('/m');
    await other.mount('/m/x');
    await other.mount('/m/\u00e9');
    const covered = ['x/note-covered', 'x/y/note-covered', 'e\u0301/covered', '\u00e9/covered'];
    for (const key of ['note', 'xy/note', ...covered]) await storage.put(key);
    await other.put('note-inner');
    for (const _ of ['from the storage', 'from the index']) {
      const shown = ['/m/note', '/m/x/note-inner', '/m/xy/note', '/m/\u00e9/note-inner'];
      expect((await pathsOf('note')).sort()).toEqual(shown);
      expect(await pathsOf('note', { scope: 'directory', path: '/m/x' })).toEqual([shown[1]]);
      expect(await search('covered')).toMatchObject({ total: 0 });
      expect(await search('covered', {}, await keyAt('/m/x/y'))).toMatchObject({ total: 0 });
      await indexed();
    }
  });

  it('shows a bucket in every mount of it, and at most 1000 hits of each (F7)', async () => {
    await storage.mount('/one', { cache_ttl: 300 });
    await storage.mount('/two', { cache_ttl: 300 });
    await storage.put('kept');
    await indexed();
    const { prisma } = system.server;
    const row = await prisma.bucketEntry.findFirstOrThrow({ where: { key: 'kept' } });
    const data = Array.from({ length: 1010 }, (_, number) => ({
      ...row,
      key: `many-${number}`,
      searchName: `many-${number}`,
      modifiedMs: number,
    }));
    await prisma.bucketEntry.createMany({ data });
    const page = await search('many', { limit: 200 });
    expect(page).toMatchObject({ total: 2000, hasMore: true, mountsSearched: 2 });
    expect(page.results.slice(0, 2).map(({ path }) => path)).toEqual([
      '/one/many-1009',
      '/two/many-1009',
    ]);
    const last = await search('many', { limit: 200, offset: 1990 });
    expect(last).toMatchObject({ total: 2000, hasMore: false });
    expect(last.results).toHaveLength(10);
  });

  it('searches the other storages where one is down, and says so; only where none is left it fails', async () => {
    const body = { endpoint_url: 'http://127.0.0.1:9' };
    const other = await system.addStorage();
    await storage.mount('/up');
    const down = await other.mount('/down');
    await storage.put('note');
    await api.call(updateStorageConfig, { params: { id: other.configId }, body });
    expect(await search('note')).toMatchObject({
      results: [{ path: '/up/note' }],
      isComplete: false,
      mountsSearched: 2,
    });
    await expect(search('note', { scope: 'mount', mount_id: down })).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
  });

  it('is counted among the caches, and its counts are the dashboard’s (CONTRACT F2)', async () => {
    await storage.mount('/m', { cache_ttl: 300 });
    await putFromOutside(storage, 'twelve bytes');
    const before = (await api.call(readCacheStats, {})).cache.search;
    await search('note');
    await indexed();
    await search('note');
    const { cache } = await api.call(readCacheStats, {});
    const cacheSize = before.cacheSize + 1;
    expect(cache.search).toMatchObject({ name: 'search', cacheSize, pruned: 0 });
    expect(cache.search.misses).toBeGreaterThan(before.misses);
    expect(cache.search.hits).toBeGreaterThan(before.hits);
    const { s3Buckets } = await api.call(dashboardStats, {});
    const bucket = s3Buckets.find(({ id }) => id === storage.configId);
    expect(bucket?.usage).toEqual({ file_count: 1, total_size: 12 });
  });
});
