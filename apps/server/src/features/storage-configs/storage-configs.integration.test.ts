import type { ApiClient } from '@satchel/api-client';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import {
  createStorageConfig,
  deleteStorageConfig,
  getStorageConfig,
  listStorageConfigs,
  setDefaultStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../test/start-s3.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

type Body = Partial<EndpointInput<typeof createStorageConfig>['body']>;
type Changes = EndpointInput<typeof updateStorageConfig>['body'];

describe.each(DATABASE)('storage configs on %s (SPEC 7; CONTRACT A2, F5)', (database) => {
  let server: TestServer;
  let s3: TestS3;
  let key: { api: ApiClient; authorization: string };
  beforeAll(async () => {
    server = await startServer(database);
    s3 = await startS3('bucket');
    key = await server.createApiKey({ permissions: PERMISSION_FLAGS.file_share });
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });
  afterEach(async () => {
    await server.prisma.mount.deleteMany();
    await server.prisma.fileShare.deleteMany();
    for (const { id, is_embedded } of await list()) {
      if (is_embedded) await setDefault(id);
      else await server.api.call(deleteStorageConfig, { params: { id } });
    }
  });

  const bodyOf = (body: Body) => ({
    name: 'Elsewhere',
    provider_type: 'MinIO',
    endpoint_url: s3.url,
    bucket_name: 'bucket',
    access_key_id: S3_CREDENTIALS.accessKeyId,
    secret_access_key: S3_CREDENTIALS.secretAccessKey,
    ...body,
  });
  const list = (api = server.api) => api.call(listStorageConfigs, {});
  const create = (body: Body = {}) => server.api.call(createStorageConfig, { body: bodyOf(body) });
  const get = (id: string, api = server.api) => api.call(getStorageConfig, { params: { id } });
  const update = (id: string, body: Changes) =>
    server.api.call(updateStorageConfig, { params: { id }, body });
  const remove = (id: string) => server.api.call(deleteStorageConfig, { params: { id } });
  const setDefault = (id: string) => server.api.call(setDefaultStorageConfig, { params: { id } });
  const defaults = async () =>
    (await list()).filter(({ is_default }) => is_default).map(({ id }) => id);
  const mount = (storageConfigId: string) => {
    const times = { createdAt: server.now(), updatedAt: server.now() };
    const row = { id: 'm', name: 'm', mountPath: '/m', createdBy: 'admin', storageConfigId };
    return server.prisma.mount.create({ data: { ...row, ...times } });
  };

  it('begin with the embedded store, the default and public', async () => {
    expect(await list()).toMatchObject([
      {
        id: 'embedded',
        is_embedded: 1,
        is_default: 1,
        is_public: 1,
        endpoint_url: '/s3',
        total_storage_bytes: null,
        admin_id: null,
      },
    ]);
  });

  it('never show a secret, and store it encrypted (CONTRACT A2)', async () => {
    const made = await create({ default_folder: '/inbox//new/', region: null });
    expect(made).toMatchObject({
      name: 'Elsewhere',
      access_key_id: 'AKID****1234',
      secret_access_key: null,
      has_secret: true,
      path_style: 1,
      is_public: 0,
      is_default: 0,
      is_embedded: 0,
      default_folder: 'inbox/new',
      region: '',
      custom_host: null,
      public_endpoint_url: null,
      signature_expires_in: 3600,
      last_used: null,
    });
    expect(made.admin_id).toBeTruthy();
    expect(await get(made.id)).toEqual(made);
    const stored = await server.prisma.storageConfig.findUnique({ where: { id: made.id } });
    expect(stored?.secretAccessKeyEncrypted).not.toContain(S3_CREDENTIALS.secretAccessKey);
    const { secretAccessKeyEncrypted: _, ...rest } = stored ?? {};
    expect(Object.values(rest)).not.toContain(S3_CREDENTIALS.secretAccessKey);
  });

  it.each(['schlüssel', 'AKIA\u200b1234', 'AKIA 1234'])(
    'refuse %j as a key id, which no request can be signed with',
    async (access_key_id) => {
      await expect(create({ access_key_id })).rejects.toMatchObject({
        code: 'request.invalid',
        details: { issues: [{ path: 'access_key_id' }] },
      });
    },
  );

  it('mask short key ids so that little of them shows', async () => {
    const { access_key_id } = await create({ access_key_id: 'abc' });
    expect(access_key_id).toBe('a****');
  });

  it.each([
    ['Cloudflare R2', undefined, null],
    ['Backblaze B2', 0, null],
    ['Other', null, null],
    ['Other', 1000, 1000],
    ['Other', '2000', 2000],
  ])(
    'of %s have a limit for %s only where one is set (CONTRACT A6)',
    async (provider, total, expected) => {
      const made = await create({ provider_type: provider, total_storage_bytes: total });
      expect(made.total_storage_bytes).toBe(expected);
      await update(made.id, { total_storage_bytes: null });
      expect((await get(made.id)).total_storage_bytes).toBeNull();
    },
  );

  it('take booleans as such and as 0 and 1 (CONTRACT A1)', async () => {
    const bits = await create({ is_public: 1, path_style: 0 });
    expect(bits).toMatchObject({ is_public: 1, path_style: 0 });
    await update(bits.id, { is_public: false, path_style: true });
    expect(await get(bits.id)).toMatchObject({ is_public: 0, path_style: 1 });
  });

  it('take a preset for what is not said of path style', async () => {
    expect(await create({ provider_type: 'AWS S3' })).toMatchObject({ path_style: 0 });
    const b2 = STORAGE_PRESETS.find(({ provider_type }) => provider_type === 'Backblaze B2');
    expect(b2?.put_headers).toEqual({
      'X-Bz-Content-Sha1': 'do_not_verify',
      'X-Requested-With': 'XMLHttpRequest',
    });
  });

  it.each<[string, Body, string]>([
    ['no name', { name: ' ' }, 'request.invalid'],
    ['no secret', { secret_access_key: '' }, 'request.invalid'],
    ['a bucket that is a path', { bucket_name: 'a/b' }, 'request.invalid'],
    ['a negative capacity', { total_storage_bytes: -1 }, 'request.invalid'],
    ['a URL that lasts too long', { signature_expires_in: 604_801 }, 'request.invalid'],
    ['an endpoint without scheme', { endpoint_url: 's3.test' }, 'storage.endpoint_invalid'],
    ['another scheme', { endpoint_url: 'ftp://s3.test' }, 'storage.endpoint_invalid'],
    ['a password in it', { endpoint_url: 'http://a:b@s3.test' }, 'storage.endpoint_invalid'],
    ['a bad public endpoint', { public_endpoint_url: '/s3' }, 'storage.endpoint_invalid'],
    ['a bad custom host', { custom_host: 'cdn' }, 'storage.endpoint_invalid'],
    ['a folder upwards', { default_folder: 'a/../b' }, 'storage.folder_invalid'],
  ])('refuse %s', async (_what, body, code) => {
    await expect(create(body)).rejects.toMatchObject({ code, status: 400 });
    expect(await list()).toHaveLength(1);
  });

  it('refuse an update as they refuse a new one', async () => {
    const { id } = await create();
    const bad = update(id, { endpoint_url: '/s3' });
    await expect(bad).rejects.toMatchObject({ code: 'storage.endpoint_invalid' });
    const folder = update(id, { default_folder: '..' });
    await expect(folder).rejects.toMatchObject({ code: 'storage.folder_invalid' });
  });

  it('keep credentials that come back empty or masked, and change the rest (CONTRACT A5)', async () => {
    const made = await create();
    const before = await server.prisma.storageConfig.findUnique({ where: { id: made.id } });
    await update(made.id, {
      name: 'Renamed',
      access_key_id: made.access_key_id,
      secret_access_key: null,
      custom_host: 'https://cdn.example.com/',
      public_endpoint_url: 'https://s3.example.com',
      signature_expires_in: 60,
    });
    const after = await server.prisma.storageConfig.findUnique({ where: { id: made.id } });
    expect(after).toMatchObject({
      name: 'Renamed',
      bucketName: 'bucket',
      accessKeyId: before?.accessKeyId,
      secretAccessKeyEncrypted: before?.secretAccessKeyEncrypted,
      customHost: 'https://cdn.example.com',
      publicEndpointUrl: 'https://s3.example.com',
      signatureExpiresIn: 60,
    });
    await update(made.id, { public_endpoint_url: '', custom_host: null });
    expect(await get(made.id)).toMatchObject({ public_endpoint_url: null, custom_host: null });
  });

  it('show a key the public ones only', async () => {
    const hidden = await create();
    const shown = await create({ is_public: true });
    const ids = (await list(key.api)).map(({ id }) => id);
    expect(ids).toEqual(['embedded', shown.id]);
    expect(await get(shown.id, key.api)).toMatchObject({ id: shown.id });
    const refused = { code: 'storage.not_found', status: 404 };
    await expect(get(hidden.id, key.api)).rejects.toMatchObject(refused);
    await expect(uploadFile(key.api, 'x', { s3_config_id: hidden.id })).rejects.toMatchObject(
      refused,
    );
  });

  it('answer 404 to an unknown id', async () => {
    const calls = [
      () => get('no'),
      () => update('no', { name: 'x' }),
      () => remove('no'),
      () => setDefault('no'),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'storage.not_found', status: 404 });
    }
  });

  it('have exactly one default, however many are set at once', async () => {
    const made = [await create(), await create(), await create()];
    await setDefault(made[0]?.id ?? '');
    expect(await defaults()).toEqual([made[0]?.id]);
    expect((await list())[0]?.id).toBe(made[0]?.id);
    const all = [...made, ...made, ...made];
    await Promise.all(all.map(({ id }) => setDefault(id)));
    expect(await defaults()).toHaveLength(1);
    expect(await server.prisma.storageConfig.count({ where: { isDefault: true } })).toBe(1);
  });

  it('hand the default back to the embedded store when it is deleted', async () => {
    const { id } = await create();
    await setDefault(id);
    await remove(id);
    expect(await defaults()).toEqual(['embedded']);
    await expect(get(id)).rejects.toMatchObject({ status: 404 });
  });

  it('keep one default while it is deleted and another is set', async () => {
    const [first, second] = [await create(), await create()];
    await setDefault(first.id);
    await Promise.all([remove(first.id), setDefault(second.id)]);
    expect(await defaults()).toHaveLength(1);
  });

  it('cannot be deleted while a file share or a mount uses them', async () => {
    const { id } = await create();
    await uploadFile(server.api, 'content', { s3_config_id: id });
    await expect(remove(id)).rejects.toMatchObject({
      code: 'storage.in_use',
      status: 409,
      details: { mounts: 0, fileShares: 1 },
    });
    await server.prisma.fileShare.deleteMany();
    const bundle = await server.api.call(createBundle, { body: {} });
    await uploadFile(server.api, 'content', { s3_config_id: id, bundle_id: bundle.id });
    await expect(remove(id)).rejects.toMatchObject({
      code: 'storage.in_use',
      details: { mounts: 0, fileShares: 1 },
    });
    await server.prisma.shareItem.deleteMany();
    await mount(id);
    await expect(remove(id)).rejects.toMatchObject({
      code: 'storage.in_use',
      details: { mounts: 1, fileShares: 0 },
    });
    await server.prisma.mount.deleteMany();
    await remove(id);
  });

  it('keep their uploads when they are in use and cannot be deleted', async () => {
    const { id } = await create();
    const body = { s3_config_id: id, filename: 'late.txt', size: 4 };
    const presign = () => server.api.call(presignFileShare, { body });
    const { upload_url, file_id } = await presign();
    await mount(id);
    await expect(remove(id)).rejects.toMatchObject({ code: 'storage.in_use' });
    expect((await fetch(upload_url, { method: 'PUT', body: 'late' })).status).toBe(200);
    await server.api.call(commitFileShare, { body: { file_id, size: 4 } });
    await server.prisma.mount.deleteMany();
    await server.prisma.fileShare.deleteMany();
    const other = await presign();
    await remove(id);
    expect((await fetch(other.upload_url, { method: 'PUT', body: 'late' })).status).toBe(404);
  });

  it('say of an embedded store in use that it is in use', async () => {
    await mount('embedded');
    await expect(remove('embedded')).rejects.toMatchObject({ code: 'storage.in_use' });
  });

  it('keep the embedded store where it is, and let its name and limits change', async () => {
    const fixed = { code: 'storage.embedded_fixed', status: 400 };
    await expect(remove('embedded')).rejects.toMatchObject(fixed);
    const moves: readonly Changes[] = [
      { endpoint_url: s3.url },
      { public_endpoint_url: s3.url },
      { bucket_name: 'other' },
      { access_key_id: 'AKIDOTHER' },
      { secret_access_key: 'other' },
      { path_style: 0 },
    ];
    for (const body of moves) {
      await expect(update('embedded', body)).rejects.toMatchObject(fixed);
    }
    const { access_key_id, secret_access_key, endpoint_url } = await get('embedded');
    await update('embedded', {
      access_key_id,
      secret_access_key,
      endpoint_url,
      name: 'Ours',
      is_public: 0,
      default_folder: 'shares',
      total_storage_bytes: 5000,
    });
    expect(await get('embedded')).toMatchObject({
      name: 'Ours',
      is_public: 0,
      default_folder: 'shares',
      total_storage_bytes: 5000,
    });
    await expect(list(key.api)).resolves.toEqual([]);
    await update('embedded', { is_public: 1, default_folder: '', total_storage_bytes: null });
    expect(await get('embedded')).toMatchObject({ total_storage_bytes: null });
  });

  it('hold no more than their capacity', async () => {
    // A separate bucket, because objects of other tests would count.
    const own = await startS3('own');
    const place = { endpoint_url: own.url, bucket_name: 'own' };
    const { id } = await create({ ...place, total_storage_bytes: 10 });
    const options = { s3_config_id: id };
    await uploadFile(server.api, '12345678', options);
    await expect(uploadFile(server.api, '12345678', options)).rejects.toMatchObject({
      code: 'storage.insufficient',
      status: 507,
    });
    await own.close();
  });

  it('are used as they are from the next call on', async () => {
    const made = await create({ secret_access_key: 'wrong' });
    const options = { s3_config_id: made.id };
    await expect(uploadFile(server.api, 'x', options)).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
    await update(made.id, { secret_access_key: S3_CREDENTIALS.secretAccessKey });
    await uploadFile(server.api, 'now right', options);
    const { data } = await server.api.call(listFileShares, { query: {} });
    expect(data.files.some((file) => file.storage_config_id === made.id)).toBe(true);
    const used = (await get(made.id)).last_used;
    expect(new Date(used ?? 0).getTime()).toBeGreaterThan(server.now().getTime() - 60_000);
    await update(made.id, { endpoint_url: 'http://127.0.0.1:1' });
    await expect(uploadFile(server.api, 'x', options)).rejects.toThrow();
  });

  it('make pages allow http where browsers reach them by it, and are not named there (SECURITY 4)', async () => {
    const isHttpUsed = () => server.services.storageConfigs.isHttpUsed();
    expect(await isHttpUsed()).toBe(false);
    const { id } = await create();
    expect(await isHttpUsed()).toBe(true);
    // Only the public endpoint matters, because browsers do not use the server's own.
    await update(id, { public_endpoint_url: 'https://files.test/s3' });
    expect(await isHttpUsed()).toBe(false);
    await update(id, { custom_host: 'http://cdn.test' });
    expect(await isHttpUsed()).toBe(true);
    await update(id, { custom_host: 'https://cdn.test' });
    expect(await isHttpUsed()).toBe(false);
  });

  it.skipIf(database === 'sqlite')('change on every replica at once', async () => {
    const databaseUrl = server.databaseUrl ?? '';
    const other = await startServer(database, { DATABASE_URL: databaseUrl });
    const { storageConfigs } = other.services;
    const { id } = await create();
    await vi.waitFor(async () => expect(await storageConfigs.find(id)).toBeDefined());
    await update(id, { name: 'Renamed' });
    await vi.waitFor(async () => {
      expect((await storageConfigs.find(id))?.config.name).toBe('Renamed');
    });
    await other.close();
  });

  it('let only an administrator change anything', async () => {
    const { id } = await create({ is_public: true });
    const refused = { code: 'auth.admin_required', status: 403 };
    const call = key.api.call(updateStorageConfig, { params: { id }, body: { name: 'mine' } });
    await expect(call).rejects.toMatchObject(refused);
    const removal = key.api.call(deleteStorageConfig, { params: { id } });
    await expect(removal).rejects.toMatchObject(refused);
    expect(await get(id)).toMatchObject({ name: 'Elsewhere' });
  });
});
