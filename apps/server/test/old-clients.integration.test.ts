import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS } from './share-systems.ts';
import { SOURCE_TEXT, startSource, type TestSource } from './start-source.ts';
import { type System, startSystem } from './storages.ts';

const ELSEWHERE = SHARE_SYSTEMS.flatMap(([database, store]) =>
  store === 'embedded' ? [] : [[database, store] as const],
);
const ALL_PERMISSIONS = 204_547;
const FIVE_MEBIBYTES = 5 * 1024 * 1024;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

const textAt = (data: Reply['data'], name: string) => String(data[name]);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/**
 * Requests of unmodified clients and scripts for CloudPaste 0.7.8, some of which are unusual; they read
 * the fields of CONTRACT part B. Sent with `fetch`, because our own client never sends unusual
 * requests.
 */
describe.each(ELSEWHERE)('clients of old on %s with %s (CONTRACT F)', (...names) => {
  let system: System;
  let source: TestSource;
  let key: string;
  let mountId: string;
  beforeAll(async () => {
    source = await startSource();
    system = await startSystem(names, { URL_UPLOAD_ALLOW: '127.0.0.1' });
    key = (await system.server.createApiKey({ permissions: ALL_PERMISSIONS })).key;
    mountId = await system.storage.mount('/m1', { cache_ttl: 300 });
    expect(
      await asAdmin('PUT', `/s3-configs/${system.storage.configId}/set-default`),
    ).toMatchObject({ status: 200, body: { code: 200, success: true, data: null } });
  });
  afterAll(async () => {
    await system.close();
    await source.close();
  });

  const send = async (
    headers: Record<string, string>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Reply> => {
    const json: Record<string, string> = { 'content-type': 'application/json' };
    const response = await fetch(`${system.server.url}/api${path}`, {
      method,
      headers: { ...(body instanceof FormData ? {} : json), ...headers },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Reply['body'];
    return { status: response.status, body: reply, data: reply.data as Reply['data'] };
  };
  const asAdmin = (method: string, path: string, body?: unknown) =>
    send(
      { authorization: system.server.authorization.replace('Bearer', 'bearer') },
      method,
      path,
      body,
    );
  const asKey = (method: string, path: string, body?: unknown) =>
    send({ 'x-custom-auth-key': key }, method, path, body);
  const asVisitor = (method: string, path: string, body?: unknown) =>
    send({ 'accept-language': 'zh-CN,zh;q=0.9' }, method, path, body);
  const put = async (url: string, body: string | Uint8Array<ArrayBuffer>, type = 'text/plain') => {
    const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
    expect(response.status).toBe(200);
    return response.headers.get('etag') ?? '';
  };
  const expectKeys = (data: unknown, ...keys: string[]) =>
    expect(Object.keys(data as object)).toEqual(expect.arrayContaining(keys));

  it('make a key, which is shown once (F1)', async () => {
    const body = {
      name: ' a ',
      permissions: '3',
      expires_at: 'never',
      is_guest: 0,
      role: 'GENERAL',
    };
    const made = await asAdmin('POST', '/admin/api-keys', body);
    expect(made).toMatchObject({ status: 201, body: { code: 201, success: true } });
    expect(made.data).toMatchObject({
      name: 'a',
      permissions: 3,
      expires_at: '9999-12-31T23:59:59.000Z',
    });
    expectKeys(
      made.data,
      'id',
      'key',
      'key_masked',
      'role',
      'basic_path',
      'is_guest',
      'permission_names',
    );
    const id = textAt(made.data, 'id');
    expect(
      await asAdmin('PUT', `/admin/api-keys/${id}/`, { name: 'b', nonsense: 1 }),
    ).toMatchObject({
      status: 200,
    });
    expect(await asAdmin('DELETE', `/admin/api-keys/${id}`)).toMatchObject({ status: 200 });
    const { data } = await asKey('GET', '/test/api-key');
    expectKeys(data, 'name', 'basic_path', 'permissions', 'key_info');
    expectKeys(data.permissions, 'text', 'file', 'mount_view', 'webdav_manage');
  });

  it('read and write settings, all as strings, and see what did not go (F2, A5)', async () => {
    const { data } = await asAdmin('GET', '/admin/settings?group=1&metadata=false');
    expect(data).toContainEqual({ key: 'max_upload_size', value: '100' });
    const path = '/admin/settings/group/1';
    const good = {
      max_upload_size: 100,
      default_use_proxy: 'false',
      file_naming_strategy: 'overwrite',
    };
    expect(await asAdmin('PUT', path, good)).toMatchObject({
      status: 200,
      body: { code: 200, success: true },
      data: { groupId: 1, updatedCount: 3, totalCount: 3, errors: [], success: true },
    });
    const partly = await asAdmin('PUT', path, { ...good, site_title: 'x' });
    expect(partly).toMatchObject({
      status: 202,
      body: { code: 202, success: false, message: 'Some of it failed' },
      data: { updatedCount: 3, errors: [{ key: 'site_title' }] },
    });
    expect(await asAdmin('POST', '/admin/cache/clear')).toMatchObject({ status: 200 });
    expect(await asKey('POST', '/user/cache/clear')).toMatchObject({ status: 200 });
  });

  it('share a text: flat replies to visitors, and lists for the owner (F0.3, F3)', async () => {
    const content = {
      content: 'hello',
      slug: 'old-text',
      maxViews: '2',
      expiresAt: null,
      password: '',
    };
    expect(await asKey('POST', '/paste', content)).toMatchObject({
      body: { data: { slug: 'old-text', hasPassword: false, authorizedBy: 'apikey', maxViews: 2 } },
    });
    const seen = await asVisitor('GET', '/paste/old-text/');
    expect(seen.body).toMatchObject({
      content: 'hello',
      views: 1,
      hasPassword: false,
      isLastView: false,
    });
    expect(seen.body).not.toHaveProperty('code');
    const { body } = await asKey('GET', '/pastes?limit=5&offset=0&filters[]=a&filters[]=b');
    expect(body).toMatchObject({ pagination: { total: 1, limit: 5, offset: 0, hasMore: false } });
    expectKeys(body.key_info, 'id', 'name', 'key', 'basicPath', 'permissions', 'role', 'isGuest');
    const [row] = body.data as [Record<string, unknown>];
    expect(row).toMatchObject({ has_password: 0, content: 'hello', views: 1 });
    const changed = { id: row.id, slug: 'old-text', content: 'x', newSlug: 'old-text-2' };
    expect((await asKey('PUT', '/pastes/old-text', changed)).data).toEqual({
      id: row.id,
      slug: 'old-text-2',
    });
    expect(await asKey('POST', '/pastes/batch-delete', { ids: ['gone'] })).toMatchObject({
      status: 200,
    });
    const removed = await asKey('DELETE', '/pastes/batch-delete', { ids: [row.id] });
    expect(removed.data).toEqual({ success: 1, failed: [] });
    expect(await asAdmin('POST', '/pastes/clear-expired', { clearExpired: true })).toMatchObject({
      status: 200,
    });
  });

  it('share a file by presign, PUT and commit, with numbers as strings (F4)', async () => {
    const reserved = await asKey('POST', '/s3/presign', {
      s3_config_id: system.storage.configId,
      filename: 'a.txt',
      size: '5',
      slug: 'old-file',
      path: 'sub',
      password: '',
      expires_in: '24',
      max_views: 0,
      use_proxy: false,
    });
    expect(reserved.data).toMatchObject({
      slug: 'old-file',
      url: '/file/old-file',
      maxViews: null,
    });
    expect(reserved.data.expiresAt).toMatch(ISO);
    expectKeys(reserved.data, 'file_id', 'storage_path', 's3_url', 'provider_type', 'hasPassword');
    await put(textAt(reserved.data, 'upload_url'), 'hello', textAt(reserved.data, 'contentType'));
    const { file_id: id } = reserved.data;
    const committed = await asKey('POST', '/s3/commit', {
      file_id: id,
      size: '5',
      etag: md5('hello'),
    });
    expect(committed.data).toMatchObject({ id, size: 5, use_proxy: 0, type: 4, typeName: 'text' });
    const { body } = await asKey('GET', '/files?limit=50&offset=0&ids[]=1&ids[]=2');
    expect(body).toMatchObject({ data: { pagination: { total: 1, limit: 50, offset: 0 } } });
    const change = { id, slug: null, remark: '', max_views: '3', use_proxy: 1, password: 'pw' };
    expect(await asKey('PUT', `/files/${id}`, change)).toMatchObject({ status: 200 });
    const { data } = await asKey('GET', `/files/${id}`);
    expect(data).toMatchObject({ max_views: 3, use_proxy: 1, has_password: true });
    expectKeys(data.urls, 'previewUrl', 'downloadUrl', 'proxyPreviewUrl', 'proxyDownloadUrl');
    const slug = textAt(data, 'slug');
    const unlocked = await asVisitor('POST', `/public/files/${slug}/verify`, { password: 'pw' });
    expectKeys(
      unlocked.data,
      's3_direct_preview_url',
      's3_direct_download_url',
      'type',
      'typeName',
    );
    const file = await fetch(textAt(unlocked.data, 'downloadUrl'), {
      headers: { range: 'bytes=1-2' },
    });
    expect([file.status, await file.text()]).toEqual([206, 'el']);
    const url = `${system.server.url}/api/file-download/${slug}?password=pw`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
    const removal = { ids: [id], delete_mode: 'both' };
    expect((await asKey('DELETE', '/files/batch-delete', removal)).data.success).toBe(1);
    expect(await system.storage.keys('sub/')).toEqual([]);
  });

  it('find the words that they look for in what went wrong (F0.5)', async () => {
    const share = { content: 'x', slug: 'words', password: 'pw' };
    await asKey('POST', '/paste', share);
    const form = new FormData();
    form.append('file', new File(['x'], 'x.txt'));
    for (const [name, value] of Object.entries({ slug: 'words', password: 'pw' })) {
      form.append(name, value);
    }
    expect(await asKey('POST', '/upload', form)).toMatchObject({ status: 201 });
    const zh = { 'accept-language': 'zh-CN', 'x-custom-auth-key': key };
    const messages: readonly [string, Promise<Reply>, number][] = [
      ['密码错误', asVisitor('POST', '/paste/words', { password: 'no' }), 401],
      ['密码不正确', asVisitor('POST', '/public/files/words/verify', { password: 'no' }), 401],
      ['不存在', asVisitor('GET', '/paste/nowhere'), 404],
      ['不存在', asVisitor('GET', '/public/files/nowhere'), 404],
      ['链接后缀已被占用', send(zh, 'POST', '/paste', share), 409],
      ['链接后缀已被占用', send(zh, 'POST', '/s3/presign', { filename: 'a', slug: 'words' }), 409],
      ['未授权访问', asVisitor('GET', '/files?limit=1'), 401],
    ];
    for (const [words, answer, status] of messages) {
      const { body, ...reply } = await answer;
      expect(reply.status, words).toBe(status);
      expect(body).toMatchObject({ success: false, code: status, data: null });
      expect(body.message).toContain(words);
    }
  });

  it('set up a storage and a mount from their forms (F5, F6)', async () => {
    const row = await asAdmin('GET', `/s3-configs/${system.storage.configId}`);
    const config = await asAdmin('POST', '/s3-configs/', {
      ...{
        name: 'form',
        provider_type: 'Other',
        region: '',
        default_folder: 'in/',
        custom_host: '',
      },
      ...{ endpoint_url: row.data.endpoint_url, bucket_name: row.data.bucket_name },
      ...{ access_key_id: 'a', secret_access_key: 'b', path_style: true, is_public: 1 },
      ...{ total_storage_bytes: '10737418240', signature_expires_in: '3600' },
    });
    expect(config).toMatchObject({ status: 201, body: { code: 201, success: true } });
    expect(config.data).toMatchObject({ is_public: 1, path_style: 1, secret_access_key: null });
    const id = textAt(config.data, 'id');
    const tested = await asAdmin('POST', `/s3-configs/${id}/test`);
    expect(tested).toMatchObject({ status: 200, data: { success: false } });
    expectKeys(
      tested.data.result,
      'read',
      'write',
      'cors',
      'frontendSim',
      'connectionInfo',
      'globalNote',
    );
    const mount = await asAdmin('POST', '/admin/mounts', {
      ...{ name: 'form', storage_type: 'S3', storage_config_id: id, mount_path: '/form' },
      ...{ is_active: true, sort_order: '1', cache_ttl: '300', web_proxy: false, remark: '' },
      ...{ webdav_policy: '302_redirect', enable_sign: false, sign_expires: null },
    });
    expect(mount).toMatchObject({ status: 201, body: { code: 201 } });
    expect(mount.data).toMatchObject({
      is_active: 1,
      web_proxy: 0,
      enable_sign: 0,
      cache_ttl: 300,
    });
    const path = `/admin/mounts/${textAt(mount.data, 'id')}`;
    expect((await asAdmin('PUT', path, { cache_ttl: 0 })).body).toMatchObject({
      code: 200,
      data: null,
    });
    expect((await asKey('GET', '/user/mounts')).data).toHaveLength(2);
    expect(await asAdmin('DELETE', path)).toMatchObject({ status: 200 });
    expect(await asAdmin('DELETE', `/s3-configs/${id}`)).toMatchObject({ status: 200 });
  });

  it('walk through a mount: make, write, list, link, rename, copy, share, find, remove (F7)', async () => {
    const ok = { status: 200, body: { code: 200, success: true } };
    expect(await asKey('POST', '/fs/mkdir', { path: '/m1/a/b' })).toMatchObject(ok);
    const written = await asKey('POST', '/fs/update', { path: '/m1/a/x.txt', content: 'hello' });
    expect(written.data).toMatchObject({ success: true, path: 'a/x.txt', isNewFile: true });
    const { data: listed } = await asKey('GET', '/fs/list/?path=/m1/a');
    expect(listed).toMatchObject({ type: 'directory', isVirtual: false, mount_id: mountId });
    expect(listed.items).toMatchObject([
      { name: 'b', path: '/m1/a/b/', isDirectory: true, type: 1, typeName: 'folder' },
      { name: 'x.txt', path: '/m1/a/x.txt', isDirectory: false, size: 5, type: 4 },
    ]);
    const link = '/fs/file-link?path=/m1/a/x.txt&expires_in=null&force_download=true';
    const { data: linked } = await asKey('GET', link);
    expect(linked).toMatchObject({ success: true, name: 'x.txt', forceDownload: true });
    expect(await (await fetch(textAt(linked, 'presignedUrl'))).text()).toBe('hello');
    const rename = { oldPath: '/m1/a/b/', newPath: '/m1/a/c/' };
    expect(await asKey('POST', '/fs/rename', rename)).toMatchObject(ok);
    const items = [
      { sourcePath: '/m1/a/x.txt', targetPath: '/m1/d/x.txt' },
      { sourcePath: '/m1/none', targetPath: '/m1/d/none' },
    ];
    const copied = await asKey('POST', '/fs/batch-copy', { items, skipExisting: true });
    expect(copied.data).toMatchObject({ crossStorage: false, success: 1, skipped: 0, failed: 1 });
    const shared = await asKey('POST', '/fs/create-share', { path: '/m1/a/x.txt' });
    expect(shared.data).toMatchObject({ success: true, filename: 'x.txt', size: 5 });
    expect(shared.data.url).toBe(`/file/${shared.data.slug}`);
    const found = await asKey(
      'GET',
      '/fs/search?q=X.T&scope=directory&path=/m1/a&limit=50&offset=0',
    );
    expect(found.data).toMatchObject({
      total: 1,
      hasMore: false,
      results: [{ path: '/m1/a/x.txt' }],
    });
    const removed = await asKey('DELETE', '/fs/batch-remove', { paths: ['/m1/d/', '/m1/none'] });
    expect(removed.data).toEqual({ success: 2, failed: [] });
  });

  it('upload into a mount by form, by presigned URL and in parts (F7)', async () => {
    const form = new FormData();
    form.append('file', new File(['form'], 'form.txt'));
    form.append('path', '/m1/up/');
    form.append('use_multipart', 'false');
    expect((await asKey('POST', '/fs/upload', form)).data).toMatchObject({
      ...{ success: true, fileName: 'form.txt', size: 4, s3Path: 'up/form.txt', etag: md5('form') },
    });
    const file = { path: '/m1/up', fileName: 'p.txt', contentType: 'text/plain', fileSize: '5' };
    const { data: signed } = await asKey('POST', '/fs/presign', file);
    const etag = await put(textAt(signed, 'presignedUrl'), 'hello');
    const done = await asKey('POST', '/fs/presign/commit', { ...signed, etag, fileSize: '5' });
    expect(done.data).toEqual({ fileName: 'p.txt', targetPath: '/m1/up/p.txt', fileSize: 5 });

    const big = { path: '/m1/up/', fileName: 'big.bin', fileSize: `${FIVE_MEBIBYTES + 1}` };
    const { data: started } = await asKey('POST', '/fs/multipart/init', { ...big, partCount: '2' });
    const urls = started.presignedUrls as readonly { partNumber: number; url: string }[];
    const bytes = [new Uint8Array(FIVE_MEBIBYTES), new Uint8Array(1)];
    const parts = await Promise.all(
      urls.map(async ({ partNumber, url }, at) => ({
        PartNumber: partNumber,
        ETag: await put(url, bytes[at] ?? ''),
      })),
    );
    const upload = { path: started.path, uploadId: started.uploadId, fileName: 'big.bin' };
    const { data: open } = await asKey('POST', '/fs/multipart/list-uploads', { path: '/m1/up' });
    expect(open).toMatchObject({
      success: true,
      uploads: [{ key: 'up/big.bin' }],
      isTruncated: false,
    });
    const { data: stored } = await asKey('POST', '/fs/multipart/list-parts', upload);
    expect(stored.parts).toMatchObject([
      { partNumber: 1, etag: parts[0]?.ETag, size: FIVE_MEBIBYTES },
      { partNumber: 2, size: 1 },
    ]);
    const again = { ...upload, partNumbers: [2] };
    const { data: fresh } = await asKey('POST', '/fs/multipart/refresh-urls', again);
    expect(fresh).toMatchObject({ presignedUrls: [{ partNumber: 2 }], expiresIn: 3600 });
    const end = { ...big, uploadId: started.uploadId, parts };
    expect((await asKey('POST', '/fs/multipart/complete', end)).data).toMatchObject({
      ...{ success: true, fileName: 'big.bin', size: FIVE_MEBIBYTES + 1, s3Path: 'up/big.bin' },
    });
    const { data: other } = await asKey('POST', '/fs/multipart/init', big);
    const abort = { path: '/m1/up/', fileName: 'big.bin', uploadId: other.uploadId };
    expect((await asKey('POST', '/fs/multipart/abort', abort)).data.success).toBe(true);
  });

  it('upload what is at an address, at once and in parts, or change their mind (F8)', async () => {
    const url = `${source.url}/hello.txt`;
    expectKeys(
      (await asKey('POST', '/url/info', { url })).data,
      'filename',
      'size',
      'type',
      'method',
    );
    const body = { url, s3_config_id: system.storage.configId, expires_in: 1, max_views: '2' };
    const { data } = await asKey('POST', '/url/presign', {
      ...body,
      metadata: { source_url: url },
    });
    expect(data).toMatchObject({ sourceUrl: url, contentType: 'text/plain', maxViews: 2 });
    await put(textAt(data, 'upload_url'), SOURCE_TEXT);
    const commit = { file_id: data.file_id, etag: '', size: `${SOURCE_TEXT.length}` };
    expect((await asKey('POST', '/url/commit', commit)).data.size).toBe(SOURCE_TEXT.length);

    const sizes = { part_size: `${FIVE_MEBIBYTES}`, total_size: '21', part_count: '1' };
    const { data: started } = await asKey('POST', '/url/multipart/init', { url, ...sizes });
    const [{ url: partUrl }] = started.presigned_urls as [{ url: string }];
    const upload = { file_id: started.file_id, upload_id: started.upload_id };
    const parts = [{ PartNumber: 1, ETag: await put(partUrl, SOURCE_TEXT) }];
    const done = await asKey('POST', '/url/multipart/complete', { ...upload, parts });
    expect(done.data).toMatchObject({ success: true, fileId: started.file_id, typeName: 'text' });
    const { data: other } = await asKey('POST', '/url/presign', { url });
    const cancelled = await asKey('POST', '/url/cancel', { file_id: other.file_id });
    expect(cancelled.data).toMatchObject({ file_id: other.file_id, status: 'cancelled' });
  });
});
