import type { ApiClient } from '@satchel/api-client';
import {
  clearCache,
  clearUserCache,
  dashboardStats,
  readCacheStats,
} from '@satchel/api-client/contract/dashboard';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { listDirectory, updateEntry } from '@satchel/api-client/contract/file-system';
import { createMount, updateMount } from '@satchel/api-client/contract/mounts';
import {
  createStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CacheScope, ObservedCache } from '#cache/observed-cache.ts';
import { useStorage } from '../../../test/mounted-storage.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';
import { createStorageConfigRepository } from '../storage-configs/repository.ts';
import { createDashboardRepository } from './repository.ts';
import { createDashboardService } from './service.ts';

const DAY_MS = 86_400_000;
const SECRET = 'never-to-be-shown-secret';
const KEY_ID = 'AKIDNEVERTOBESHOWN';
const ADMIN = { kind: 'admin', id: 'x', name: 'admin' } as const;

describe.each(DATABASES)('the dashboard on %s (CONTRACT F2)', (database) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(database);
  });
  afterEach(() => server.close());

  const read = () => server.api.call(dashboardStats, {});
  const addConfig = (name: string, more = {}) =>
    server.api.call(createStorageConfig, {
      body: {
        name,
        provider_type: 'Other',
        endpoint_url: 'http://127.0.0.1:9',
        bucket_name: 'bucket',
        access_key_id: KEY_ID,
        secret_access_key: SECRET,
        ...more,
      },
    });
  const shareText = () => server.api.call(createTextShare, { body: { content: 'text' } });
  const addMount = (mount_path: string, storage_config_id = 'embedded') =>
    server.api.call(createMount, {
      body: { name: mount_path, storage_type: 'S3', storage_config_id, mount_path },
    });

  it('begins with the embedded store and nothing else', async () => {
    const { s3Buckets, ...counts } = await read();
    expect(counts).toEqual({
      totalPastes: 0,
      totalFiles: 0,
      totalApiKeys: 0,
      totalS3Configs: 1,
      totalStorageUsed: 0,
      lastWeekPastes: [0, 0, 0, 0, 0, 0, 0],
      lastWeekFiles: [0, 0, 0, 0, 0, 0, 0],
    });
    expect(s3Buckets).toEqual([
      expect.objectContaining({
        id: 'embedded',
        is_default: 1,
        usage: { file_count: 0, total_size: 0 },
        totalStorage: null,
        usagePercent: 0,
      }),
    ]);
  });

  it('counts what there is, files once they are committed and room as soon as it is reserved (CONTRACT A6)', async () => {
    await shareText();
    await shareText();
    await server.createApiKey();
    await uploadFile(server.api, 'x'.repeat(600));
    await uploadFile(server.api, 'x'.repeat(400));
    await server.api.call(presignFileShare, { body: { filename: 'going-on.txt', size: 5000 } });
    const body = { total_storage_bytes: 8000 };
    await server.api.call(updateStorageConfig, { params: { id: 'embedded' }, body });
    await addConfig('Other', { total_storage_bytes: 1 });
    const { s3Buckets, lastWeekPastes, lastWeekFiles, ...totals } = await read();
    expect(totals).toEqual({
      totalPastes: 2,
      totalFiles: 2,
      totalApiKeys: 1,
      totalS3Configs: 2,
      totalStorageUsed: 6000,
    });
    expect([lastWeekPastes.at(-1), lastWeekFiles.at(-1)]).toEqual([2, 2]);
    const [embedded, other] = s3Buckets;
    expect(embedded).toMatchObject({
      usage: { file_count: 2, total_size: 6000 },
      fileCount: 2,
      usedStorage: 6000,
      totalStorage: 8000,
      total_storage_bytes: 8000,
      usagePercent: 75,
      provider_type: 'Embedded',
      providerType: 'Embedded',
    });
    expect(other).toMatchObject({ fileCount: 0, usedStorage: 0, usagePercent: 0 });
  });

  it('counts files of mounts, also where it was opened while the bucket was empty', async () => {
    await (await useStorage(server)).mount('/m');
    const used = async () => (await read()).s3Buckets[0]?.usedStorage;
    expect(await used()).toBe(0);
    await server.api.call(updateEntry, { body: { path: '/m/a.txt', content: '12345' } });
    expect(await used()).toBe(5);
    await server.api.call(updateEntry, { body: { path: '/m/b.txt', content: '678' } });
    expect(await used()).toBe(8);
  });

  it('shows no more than 100 percent of a storage that is over-full', async () => {
    await uploadFile(server.api, 'x'.repeat(600));
    const body = { total_storage_bytes: 100 };
    await server.api.call(updateStorageConfig, { params: { id: 'embedded' }, body });
    expect((await read()).s3Buckets[0]?.usagePercent).toBe(100);
  });

  it('shows nothing of a credential, not even a mask (SECURITY 11)', async () => {
    await addConfig('Other');
    const response = await fetch(`${server.url}/api/admin/dashboard/stats`, {
      headers: { authorization: server.authorization },
    });
    const text = await response.text();
    expect(text).toContain('"Other"');
    for (const secret of [SECRET, KEY_ID, KEY_ID.slice(0, 4), 'access_key', 'secret']) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts by UTC days, today last and the eighth day no more', async () => {
    const today = new Date(server.now().toISOString().slice(0, 10)).getTime();
    const moments = [
      today,
      today - 1,
      today - DAY_MS,
      today - 6 * DAY_MS,
      today - 6 * DAY_MS - 1,
      today + DAY_MS,
    ];
    for (const moment of moments) {
      const createdAt = new Date(moment);
      const { id } = await shareText();
      await server.prisma.textShare.update({ where: { id }, data: { createdAt } });
      const file = await uploadFile(server.api, 'x');
      await server.prisma.fileShare.update({ where: { id: file.id }, data: { createdAt } });
    }
    const stats = await read();
    expect(stats.lastWeekPastes).toEqual([1, 0, 0, 0, 0, 2, 1]);
    expect(stats.lastWeekFiles).toEqual([1, 0, 0, 0, 0, 2, 1]);
    expect(stats.totalPastes).toBe(moments.length);
  });

  it('asks the database as often for a hundred rows and ten storages as for none', async () => {
    let queries = 0;
    const counting = server.prisma.$extends({
      query: {
        $allOperations: ({ args, query }) => {
          queries += 1;
          return query(args);
        },
      },
    }) as unknown as TestServer['prisma'];
    const { mounts, system, storageConfigs } = server.services;
    const repository = createDashboardRepository(counting);
    const dashboard = createDashboardService({
      repository,
      storageConfigs: {
        get: storageConfigs.get,
        list: () => createStorageConfigRepository(counting).list(),
      },
      mounts,
      system,
      caches: { directory: recorder(), s3Url: recorder(), search: recorder() },
      usageOf: repository.usageByConfig,
      clock: server.services.clock,
    });
    await dashboard.stats(ADMIN);
    const before = queries;
    for (let index = 0; index < 10; index += 1) await addConfig(`config ${index}`);
    const file = await uploadFile(server.api, 'x');
    const text = await shareText();
    const fileRow = await server.prisma.fileShare.findUniqueOrThrow({ where: { id: file.id } });
    const textRow = await server.prisma.textShare.findUniqueOrThrow({ where: { id: text.id } });
    for (let index = 0; index < 100; index += 1) {
      const unique = { id: `many-${index}`, slug: `many-${index}` };
      await server.prisma.fileShare.create({ data: { ...fileRow, ...unique } });
      await server.prisma.textShare.create({ data: { ...textRow, ...unique } });
    }
    queries = 0;
    const stats = await dashboard.stats(ADMIN);
    expect(stats.totals).toMatchObject({ textShares: 101, fileShares: 101 });
    expect(stats.buckets).toHaveLength(11);
    expect(queries).toBe(before);
  });

  it('shows the three caches, memory and uptime', async () => {
    server.moveClock(90_000);
    const { cache, system, timestamp } = await server.api.call(readCacheStats, {});
    expect(Object.values(cache).map(({ name }) => name)).toEqual(['directory', 's3Url', 'search']);
    expect(system.memory.rss).toBeGreaterThan(system.memory.heapUsed);
    expect(system.memory.heapUsed).toBeGreaterThan(0);
    expect(system.uptime).toBeGreaterThanOrEqual(90);
    expect(Math.abs(new Date(timestamp).getTime() - server.now().getTime())).toBeLessThan(60_000);
  });

  it.each([
    ['/api/admin/cache/clear', undefined],
    ['/api/admin/cache/clear', '{}'],
    ['/api/admin/cache/clear', '{"mountId":null}'],
    ['/api/user/cache/clear', undefined],
  ])('clears by %s with the body %s', async (path, body) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      success: true,
      data: { clearedCount: expect.any(Number), timestamp: expect.stringMatching(/Z$/) },
    });
  });

  it('counts and forgets what is remembered of directories, a key only its own', async () => {
    await addMount('/m');
    for (const path of ['/m/a/1.txt', '/m/b/2.txt']) {
      await server.api.call(updateEntry, { body: { path, content: 'text' } });
    }
    const open = async (...paths: string[]) => {
      for (const path of paths) await server.api.call(listDirectory, { query: { path } });
    };
    const directory = async () => (await server.api.call(readCacheStats, {})).cache.directory;
    await open('/m/', '/m/a/', '/m/b/', '/m/b/');
    expect(await directory()).toMatchObject({ hits: 1, misses: 3, cacheSize: 3, hitRate: 0.25 });

    const key = await server.createApiKey({
      permissions: PERMISSION_FLAGS.mount_view,
      basePath: '/m/a',
    });
    expect((await key.api.call(clearUserCache, { body: {} })).clearedCount).toBe(1);
    expect(await directory()).toMatchObject({ cacheSize: 2, invalidations: 1 });
    await open('/m/', '/m/b/');
    expect((await directory()).hits).toBe(3);
    const { clearedCount } = await server.api.call(clearCache, { body: {} });
    expect(clearedCount).toBe(2);
    await open('/m/');
    expect(await directory()).toMatchObject({ hits: 3, cacheSize: 1 });
  });

  it('knows no mount and no storage that are not there or not to be seen', async () => {
    const noMount = { code: 'mounts.not_found', status: 404 };
    const noStorage = { code: 'storage.not_found', status: 404 };
    const key = await server.createApiKey({
      permissions: PERMISSION_FLAGS.mount_view,
      basePath: '/mine',
    });
    const inside = await addMount('/mine/a');
    const outside = await addMount('/other');
    const clear = (api: ApiClient, body: { mountId?: string; s3ConfigId?: string }) =>
      api.call(clearUserCache, { body });

    await expect(server.api.call(clearCache, { body: { mountId: 'no' } })).rejects.toMatchObject(
      noMount,
    );
    await expect(server.api.call(clearCache, { body: { s3ConfigId: 'no' } })).rejects.toMatchObject(
      noStorage,
    );
    await expect(clear(key.api, { mountId: 'no' })).rejects.toMatchObject(noMount);
    await expect(clear(key.api, { s3ConfigId: 'no' })).rejects.toMatchObject(noStorage);
    await expect(clear(key.api, { mountId: outside.id })).rejects.toMatchObject({
      code: 'auth.outside_base_path',
      status: 403,
    });
    await clear(key.api, { mountId: inside.id });
    await clear(server.api, { mountId: outside.id });
    await server.api.call(updateMount, { params: { id: inside.id }, body: { is_active: false } });
    await expect(clear(key.api, { mountId: inside.id })).rejects.toMatchObject(noMount);
    const hidden = { is_public: false };
    await server.api.call(updateStorageConfig, { params: { id: 'embedded' }, body: hidden });
    await expect(clear(key.api, { s3ConfigId: 'embedded' })).rejects.toMatchObject(noStorage);
  });

  it('hands each cache what is to be forgotten: of a key only what it reaches', async () => {
    const other = await addConfig('Other');
    const [mine, shared] = [await addMount('/mine'), await addMount('/shared')];
    const [foreign, secret] = [await addMount('/foreign'), await addMount('/mine/x', other.id)];
    const directory = recorder(2);
    const search = recorder(3);
    const dashboard = createDashboardService({
      repository: createDashboardRepository(server.prisma),
      ...server.services,
      caches: { directory, s3Url: recorder(), search },
      usageOf: async () => new Map(),
    });
    const key = (basePath: string) =>
      ({
        ...ADMIN,
        kind: 'apiKey',
        permissions: 256,
        basePath,
        role: '',
        keyMasked: 'k...',
        isGuest: false,
      }) as const;
    const scopes = () => {
      expect(search.scopes).toEqual(directory.scopes);
      const scope = directory.scopes.at(-1);
      return scope?.kind === 'mounts'
        ? Object.fromEntries(scope.mounts.map(({ mount, subPath }) => [mount.mountPath, subPath]))
        : scope?.kind;
    };

    expect(await dashboard.clearCaches(ADMIN, {})).toMatchObject({ clearedCount: 5 });
    expect(scopes()).toBe('all');
    await dashboard.clearCaches(ADMIN, { mountId: shared.id });
    expect(scopes()).toEqual({ '/shared': '/' });
    await dashboard.clearCaches(ADMIN, { s3ConfigId: other.id });
    expect(scopes()).toEqual({ '/mine/x': '/' });
    await dashboard.clearCaches(ADMIN, { s3ConfigId: other.id, mountId: foreign.id });
    expect(scopes()).toEqual({ '/mine/x': '/', '/foreign': '/' });

    // The storage of `secret` is not public, so no key reaches it (CONTRACT A4).
    expect(secret.storage_config_id).toBe(other.id);
    await dashboard.clearCaches(key('/mine'), {});
    expect(scopes()).toEqual({ '/mine': '/' });
    await dashboard.clearCaches(key('/mine/a/b'), {});
    expect(scopes()).toEqual({ '/mine': '/a/b' });
    await dashboard.clearCaches(key('/mine/a'), { mountId: mine.id });
    expect(scopes()).toEqual({ '/mine': '/a' });
    await dashboard.clearCaches(key('/shared'), { s3ConfigId: 'embedded' });
    expect(scopes()).toEqual({ '/shared': '/' });
    await dashboard.clearCaches(key('/nowhere'), {});
    expect(scopes()).toEqual({});
  });
});

function recorder(count = 0): ObservedCache & { readonly scopes: CacheScope[] } {
  const scopes: CacheScope[] = [];
  return {
    scopes,
    clear(scope) {
      scopes.push(scope);
      return count;
    },
    stats: () => ({
      name: 'recorder',
      hits: 0,
      misses: 0,
      expired: 0,
      invalidations: 0,
      pruned: 0,
      cacheSize: 0,
      hitRate: 0,
    }),
  };
}
