import type { ApiClient } from '@satchel/api-client';
import {
  createMount,
  deleteMount,
  getMount,
  getUserMount,
  listMounts,
  listUserMounts,
  updateMount,
} from '@satchel/api-client/contract/mounts';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

type Body = Partial<EndpointInput<typeof createMount>['body']>;
type Changes = EndpointInput<typeof updateMount>['body'];

describe.each(DATABASE)('mounts on %s (SPEC 5, 6; CONTRACT A4, F6)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());
  afterEach(async () => {
    for (const { id } of await list()) await remove(id);
    await publish(true);
  });

  const list = () => server.api.call(listMounts, {});
  const create = (body: Body = {}) =>
    server.api.call(createMount, {
      body: {
        name: 'Files',
        storage_type: 'S3',
        storage_config_id: 'embedded',
        mount_path: '/files',
        ...body,
      },
    });
  const get = (id: string) => server.api.call(getMount, { params: { id } });
  const update = (id: string, body: Changes) =>
    server.api.call(updateMount, { params: { id }, body });
  const remove = (id: string) => server.api.call(deleteMount, { params: { id } });
  const publish = (is_public: boolean) =>
    server.api.call(updateStorageConfig, { params: { id: 'embedded' }, body: { is_public } });
  const usable = async (api: ApiClient) =>
    (await api.call(listUserMounts, {})).map(({ mount_path }) => mount_path);
  const getUsable = (api: ApiClient, id: string) => api.call(getUserMount, { params: { id } });
  const keyAt = async (basePath: string) => {
    const permissions = PERMISSION_FLAGS.mount_view;
    return (await server.createApiKey({ permissions, basePath })).api;
  };

  it('begin with what nobody said', async () => {
    const made = await create({ name: ' Files ' });
    expect(made).toMatchObject({
      name: 'Files',
      storage_type: 'S3',
      storage_config_id: 'embedded',
      mount_path: '/files',
      remark: null,
      is_active: 1,
      sort_order: 0,
      cache_ttl: 300,
      web_proxy: 0,
      webdav_policy: 'native_proxy',
      enable_sign: 0,
      sign_expires: null,
      last_used: null,
    });
    expect(made.created_by).toBeTruthy();
    expect(await get(made.id)).toEqual(made);
  });

  it('take booleans as 0 and 1, numbers as text, and no cache as none (CONTRACT A1, A4)', async () => {
    const made = await create({
      is_active: 0,
      web_proxy: true,
      enable_sign: '1',
      cache_ttl: 0,
      sort_order: '-3',
      sign_expires: 0,
      webdav_policy: '302_redirect',
      remark: 'ours',
    });
    expect(made).toMatchObject({
      is_active: 0,
      web_proxy: 1,
      enable_sign: 1,
      cache_ttl: 0,
      sort_order: -3,
      sign_expires: 0,
      webdav_policy: '302_redirect',
      remark: 'ours',
    });
  });

  it.each(['/a', '/a-b_C/9', '/文档/图片', '/é', '/binary', '/a/etc'])(
    'may lie at %s',
    async (path) => {
      expect((await create({ mount_path: path })).mount_path).toBe(path);
    },
  );

  it('spell a path in one way, so that no two look alike', async () => {
    expect((await create({ mount_path: '/e\u0301' })).mount_path).toBe('/\u00e9');
    const twin = create({ mount_path: '/\u00e9' });
    await expect(twin).rejects.toMatchObject({ code: 'mounts.path_taken', status: 409 });
  });

  it.each<[Body, string]>([
    [{ name: ' ' }, 'mounts.name_invalid'],
    [{ name: 'x'.repeat(51) }, 'mounts.name_invalid'],
    [{ mount_path: '' }, 'mounts.path_invalid'],
    [{ mount_path: '/' }, 'mounts.path_invalid'],
    [{ mount_path: 'files' }, 'mounts.path_invalid'],
    [{ mount_path: '/a//b' }, 'mounts.path_invalid'],
    [{ mount_path: '/a/' }, 'mounts.path_invalid'],
    [{ mount_path: '/a b' }, 'mounts.path_invalid'],
    [{ mount_path: '/a/../b' }, 'mounts.path_invalid'],
    [{ mount_path: '/a\\b' }, 'mounts.path_invalid'],
    [{ mount_path: '/a?' }, 'mounts.path_invalid'],
    [{ mount_path: '/a\u0085' }, 'mounts.path_invalid'],
    [{ mount_path: '/etc' }, 'mounts.path_reserved'],
    [{ mount_path: '/Dev/null' }, 'mounts.path_reserved'],
    [{ cache_ttl: -1 }, 'mounts.cache_ttl_invalid'],
    [{ cache_ttl: 86_401 }, 'mounts.cache_ttl_invalid'],
    [{ cache_ttl: 1.5 }, 'request.invalid'],
    [{ sort_order: 0.5 }, 'request.invalid'],
    [{ sign_expires: -1 }, 'request.invalid'],
  ])('refuse %j, new and changed', async (body, code) => {
    await expect(create(body)).rejects.toMatchObject({ code, status: 400 });
    const { id } = await create({ mount_path: '/kept' });
    await expect(update(id, body)).rejects.toMatchObject({ code, status: 400 });
    expect((await get(id)).mount_path).toBe('/kept');
  });

  it.each([
    { storage_type: 'FTP' },
    { webdav_policy: 'sometimes' },
    { is_active: 2 },
  ] as unknown as Body[])('refuse %j, which is no choice', async (body) => {
    await expect(create(body)).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('need a storage that exists', async () => {
    const missing = { code: 'storage.not_found', status: 404 };
    await expect(create({ storage_config_id: 'no' })).rejects.toMatchObject(missing);
    const { id } = await create();
    await expect(update(id, { storage_config_id: 'no' })).rejects.toMatchObject(missing);
  });

  it('have each a path of their own, and may lie beneath each other', async () => {
    await create({ mount_path: '/a' });
    const below = await create({ mount_path: '/a/b' });
    const taken = { code: 'mounts.path_taken', status: 409 };
    await expect(create({ mount_path: '/a' })).rejects.toMatchObject(taken);
    await expect(update(below.id, { mount_path: '/a' })).rejects.toMatchObject(taken);
    await update(below.id, { mount_path: '/a/b' });
  });

  it('are listed by sort order and name, inactive ones too', async () => {
    await create({ name: 'b', mount_path: '/1', sort_order: 1 });
    await create({ name: 'a', mount_path: '/2', sort_order: 1, is_active: false });
    await create({ name: 'Z', mount_path: '/3', sort_order: 1 });
    await create({ name: 'z', mount_path: '/4', sort_order: 0 });
    expect((await list()).map(({ name }) => name)).toEqual(['z', 'Z', 'a', 'b']);
  });

  it('change what is named and nothing else', async () => {
    const { id, updated_at: _, ...before } = await create({ remark: 'ours', sign_expires: 60 });
    await update(id, { name: 'New', is_active: 0 });
    expect(await get(id)).toMatchObject({ ...before, name: 'New', is_active: 0 });
    await update(id, { remark: '', sign_expires: null });
    expect(await get(id)).toMatchObject({ remark: null, sign_expires: null, name: 'New' });
  });

  it('answer 404 to an unknown id', async () => {
    const unknown = { code: 'mounts.not_found', status: 404 };
    for (const call of [get, remove, (id: string) => update(id, { name: 'x' })]) {
      await expect(call('no')).rejects.toMatchObject(unknown);
    }
    await expect(getUsable(server.api, 'no')).rejects.toMatchObject(unknown);
  });

  it('show a key those in, at and above its base path (SPEC 6)', async () => {
    for (const path of ['/a', '/a/b', '/a/b/c', '/ab', '/a/bc']) {
      await create({ name: path, mount_path: path });
    }
    expect(await usable(await keyAt('/a/b'))).toEqual(['/a', '/a/b', '/a/b/c']);
    expect(await usable(await keyAt('/ab/x'))).toEqual(['/ab']);
    expect(await usable(await keyAt('/'))).toHaveLength(5);
    expect(await usable(await keyAt('/z'))).toEqual([]);
  });

  it('show a key neither inactive ones nor those of a storage that is not public', async () => {
    const api = await keyAt('/a');
    const inside = await create({ mount_path: '/a/x' });
    const outside = await create({ mount_path: '/b' });
    const inactive = await create({ mount_path: '/a/y', is_active: false });
    expect(await getUsable(api, inside.id)).toEqual({ ...inside, is_public: 1 });
    await expect(getUsable(api, outside.id)).rejects.toMatchObject({
      code: 'auth.outside_base_path',
      status: 403,
    });
    const hidden = { code: 'mounts.not_found', status: 404 };
    await expect(getUsable(api, inactive.id)).rejects.toMatchObject(hidden);
    await publish(false);
    expect(await usable(api)).toEqual([]);
    await expect(getUsable(api, inside.id)).rejects.toMatchObject(hidden);
    await expect(getUsable(api, outside.id)).rejects.toMatchObject(hidden);
  });

  it('show an administrator all active ones', async () => {
    const { id } = await create({ mount_path: '/a' });
    await create({ mount_path: '/b', is_active: false });
    await publish(false);
    expect(await usable(server.api)).toEqual(['/a']);
    expect(await getUsable(server.api, id)).toMatchObject({ is_public: 0 });
  });

  it('are found by the longest path, while they are active', async () => {
    const resolve = async (path: string) => {
      const resolved = await server.services.mounts.resolve(path);
      return resolved && [resolved.mount.mountPath, resolved.subPath];
    };
    await create({ mount_path: '/a' });
    const inner = await create({ mount_path: '/a/b' });
    expect(await resolve('/a/b/c')).toEqual(['/a/b', '/c']);
    expect(await resolve('/a/bc')).toEqual(['/a', '/bc']);
    expect(await resolve('/b')).toBeUndefined();
    await update(inner.id, { is_active: false });
    expect(await resolve('/a/b/c')).toEqual(['/a', '/b/c']);
  });
});
