import { deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import { getEntry, getEntryLink } from '@satchel/api-client/contract/file-system';
import { updateMount } from '@satchel/api-client/contract/mounts';
import {
  createStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type MountedStorage, useStorage } from '../../../../test/mounted-storage.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../../test/start-s3.ts';
import { ANY_DATABASE, startServer, type TestServer } from '../../../../test/start-server.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const { mount_view: MOUNT_VIEW, text: TEXT } = PERMISSION_FLAGS;

/** Changes that end a key's access to `/m/a/f.txt`. */
const ENDS: Record<string, (server: TestServer, id: string) => Promise<unknown>> = {
  'is deleted': (server, id) => server.api.call(deleteApiKey, { params: { id } }),
  'has expired': (server, id) =>
    server.prisma.apiKey.update({ where: { id }, data: { expiresAt: server.now() } }),
  'has lost the right': (server, id) =>
    server.api.call(updateApiKey, { params: { id }, body: { permissions: TEXT } }),
  'has another base path': (server, id) =>
    server.api.call(updateApiKey, { params: { id }, body: { basic_path: '/m/b' } }),
};

async function prepare(
  server: TestServer,
  configId = 'embedded',
): Promise<MountedStorage & { mountId: string }> {
  const storage = await useStorage(server, configId);
  const mountId = await storage.mount('/m', { web_proxy: true, enable_sign: true });
  await storage.put('a/f.txt', 'for who may');
  return { ...storage, mountId };
}

async function linkOf(server: TestServer) {
  const key = await server.createApiKey({ permissions: MOUNT_VIEW, basePath: '/m/a' });
  const { preview_url: url = '' } = await key.api.call(getEntry, {
    query: { path: '/m/a/f.txt' },
  });
  return { ...key, path: url.slice(server.url.length) };
}

const statusAt = async ({ url }: TestServer, path: string) => (await fetch(url + path)).status;

describe.each(ANY_DATABASE)('links of a key on %s (CONTRACT A6)', (database) => {
  let server: TestServer;
  let storage: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    server = await startServer(database);
    storage = await prepare(server);
  });
  afterAll(() => server.close());

  it.each(Object.entries(ENDS))('through the server end when it %s', async (_, end) => {
    const { id, path } = await linkOf(server);
    expect(await statusAt(server, path)).toBe(200);
    await end(server, id);
    expect(await statusAt(server, path)).toBe(401);
  });

  it('through the server end when the storage is no longer public', async () => {
    const { path } = await linkOf(server);
    const setPublic = (is_public: boolean) =>
      server.api.call(updateStorageConfig, { params: { id: 'embedded' }, body: { is_public } });
    await setPublic(false);
    expect(await statusAt(server, path)).toBe(401);
    await setPublic(true);
    expect(await statusAt(server, path)).toBe(200);
  });

  it('are of no other key, and of no administrator', async () => {
    const one = await linkOf(server);
    const other = await linkOf(server);
    const signOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('sign') ?? '';
    await server.api.call(deleteApiKey, { params: { id: one.id } });
    const [proof = '', until = ''] = signOf(one.path).split(':');
    for (const sign of [
      `${proof}:${until}`,
      `${proof}:${until}:${other.id}`,
      `${proof}:${until}:`,
    ]) {
      const path = `/api/p/m/a/f.txt?sign=${encodeURIComponent(sign)}`;
      expect(await statusAt(server, path), sign).toBe(401);
    }
    expect(await statusAt(server, other.path)).toBe(200);
  });

  it('leave those of an administrator as they are, whoever made them', async () => {
    const found = await server.api.call(getEntry, { query: { path: '/m/a/f.txt' } });
    const url = new URL(found.preview_url ?? '');
    expect(url.searchParams.get('sign')).toMatch(/^[\w-]{43}:\d+$/);
    expect((await fetch(url)).status).toBe(200);
  });

  it('to the storage live an hour at most, those of an administrator as long as they like', async () => {
    const query = { path: '/m/a/f.txt', expires_in: DAY_S };
    const { api } = await server.createApiKey({ permissions: MOUNT_VIEW });
    const lifetimeOf = (url = '') => Number(new URL(url).searchParams.get('X-Amz-Expires'));
    const link = await api.call(getEntryLink, { query });
    expect([link.expiresIn, lifetimeOf(link.presignedUrl)]).toEqual([HOUR_S, HOUR_S]);
    const own = await server.api.call(getEntryLink, { query });
    expect([own.expiresIn, lifetimeOf(own.presignedUrl)]).toEqual([DAY_S, DAY_S]);

    const setMount = (web_proxy: boolean) =>
      server.api.call(updateMount, { params: { id: storage.mountId }, body: { web_proxy } });
    const setLifetime = (signature_expires_in: number) =>
      server.api.call(updateStorageConfig, {
        params: { id: 'embedded' },
        body: { signature_expires_in },
      });
    await setMount(false);
    await setLifetime(DAY_S);
    const { preview_url: preview, download_url: download } = await api.call(getEntry, { query });
    expect([lifetimeOf(preview), lifetimeOf(download)]).toEqual([HOUR_S, HOUR_S]);
    await setLifetime(60);
    const short = await api.call(getEntry, { query });
    expect(lifetimeOf(short.preview_url)).toBe(60);
    // A key never gets a URL without expiry either.
    const setHost = async (customHost: string | null) => {
      await server.prisma.storageConfig.updateMany({ data: { customHost } });
      await server.forget();
    };
    await setHost('https://cdn.example');
    expect(lifetimeOf((await api.call(getEntry, { query })).preview_url)).toBe(60);
    const admins = await server.api.call(getEntry, { query });
    expect(admins.preview_url).toBe('https://cdn.example/satchel/a/f.txt');
    await setHost(null);
    await setMount(true);
  });
});

describe.skipIf(inject('postgresUrl') === undefined)('links of a key on two replicas', () => {
  let one: TestServer;
  let two: TestServer;
  let s3: TestS3;
  let configId = '';
  beforeAll(async () => {
    one = await startServer('postgresql');
    two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
    s3 = await startS3('shared');
    const { id } = await one.api.call(createStorageConfig, {
      body: {
        name: 'shared',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'shared',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
        path_style: true,
        is_public: true,
      },
    });
    await prepare(one, id);
    configId = id;
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await s3.close();
  });

  it('end on the other as soon as the storage is no longer public', async () => {
    const setPublic = (is_public: boolean) =>
      one.api.call(updateStorageConfig, { params: { id: configId }, body: { is_public } });
    const { path } = await linkOf(one);
    for (let round = 0; round < 10; round += 1) {
      await setPublic(true);
      expect(await statusAt(two, path)).toBe(200);
      await setPublic(false);
      expect(await statusAt(two, path)).toBe(401);
    }
    await setPublic(true);
  });

  it.each(Object.entries(ENDS))('end on the other as soon as it %s on one', async (_, end) => {
    for (let round = 0; round < 10; round += 1) {
      const { id, path } = await linkOf(one);
      await vi.waitFor(async () => expect(await statusAt(two, path)).toBe(200));
      await end(one, id);
      expect(await statusAt(two, path)).toBe(401);
    }
  });
});
