import { getEntry, listDirectory, updateEntry } from '@satchel/api-client/contract/file-system';
import { commitCopies } from '@satchel/api-client/contract/file-system-copies';
import {
  abortEntryMultipart,
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  listEntryParts,
  listEntryUploads,
  presignEntry,
  signEntryParts,
} from '@satchel/api-client/contract/file-system-uploads';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { getStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesIn } from '../../../test/mounted-storage.ts';
import { s3Error } from '../../../test/storage-proxy.ts';
import {
  ANY_SYSTEM,
  type CountedStorage,
  type System,
  startSystem,
} from '../../../test/storages.ts';

const HOUR_MS = 3_600_000;
const MEBIBYTE = 1024 * 1024;
const UNKNOWN = { code: 'file_system.upload_unknown', status: 404 };

describe.each(ANY_SYSTEM)('hostile input to the file system on %s with %s', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let other: CountedStorage;
  let close: System['close'];
  const mounts = { m: '', same: '', other: '' };
  beforeAll(async () => {
    const started = await startSystem(system, { LOG_LEVEL: 'debug' });
    ({ server, storage, close } = started);
    other = await started.addStorage();
    mounts.m = await storage.mount('/m', { web_proxy: true, enable_sign: true });
    mounts.same = await storage.mount('/same');
    mounts.other = await other.mount('/other');
  });
  afterAll(() => close());
  afterEach(async () => {
    storage.setFault(undefined);
    await server.prisma.objectWrite.deleteMany();
    await storage.clear();
    await other.clear();
  });

  const setting = (values: Record<string, string | number>) =>
    server.api.call(updateSettingGroup, { params: { group: '1' }, query: {}, body: values });
  const post = async (path: string, body: unknown, method = 'POST') => {
    const reply = await fetch(server.url + path, {
      method,
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const json = (await reply.json()) as { error?: string; data: Record<string, unknown> };
    return { status: reply.status, error: json.error, data: json.data };
  };
  const presign = (path: string, fileName = 'f', api = server.api) =>
    api.call(presignEntry, { body: { path, fileName } });
  const put = async (url: string, body = 'bytes') => {
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  };

  describe('object keys (SECURITY 3)', () => {
    it('of one storage are not those of another: tickets and uploads stay where they were made', async () => {
      const { fileId, presignedUrl } = await presign('/m/d');
      await put(presignedUrl);
      await other.put('d/f', 'somebody else’s');
      const commit = (targetPath: string, mountId: string) =>
        server.api.call(commitEntry, { body: { targetPath, mountId, fileId } });
      await expect(commit('/other/d/f', mounts.other)).rejects.toMatchObject(UNKNOWN);
      await expect(commit('/m/d/f', mounts.other)).rejects.toMatchObject(UNKNOWN);
      await expect(commit('/other/d/f', mounts.m)).rejects.toMatchObject(UNKNOWN);
      expect(await commit('/m/d/f', mounts.m)).toMatchObject({ fileSize: 5 });

      const body = { path: '/m/d/', fileName: 'big', fileSize: 1 };
      const { uploadId } = await server.api.call(initEntryMultipart, { body });
      const elsewhere = { path: '/other/d/', fileName: 'big', uploadId };
      const parts = [{ PartNumber: 1, ETag: '"x"' }];
      for (const call of [
        () => server.api.call(completeEntryMultipart, { body: { ...elsewhere, parts } }),
        () => server.api.call(listEntryParts, { body: elsewhere }),
        () => server.api.call(signEntryParts, { body: { ...elsewhere, partNumbers: [1] } }),
        () => server.api.call(abortEntryMultipart, { body: elsewhere }),
      ]) {
        await expect(call()).rejects.toMatchObject(UNKNOWN);
      }
      const { uploads } = await server.api.call(listEntryUploads, { body: { path: '/m/d' } });
      expect(uploads).toMatchObject([{ uploadId }]);
    });

    it('that a client names count for nothing', async () => {
      await storage.put('victim', 'not yours');
      const wrong = { s3Path: 'victim', s3_url: 'x', storage_path: 'victim', key: 'victim' };
      const { fileId, presignedUrl, targetPath } = await presign('/m/up');
      await put(presignedUrl);
      const named = {
        targetPath,
        mountId: mounts.m,
        fileId,
        s3Url: 'x',
        s3ConfigId: other.configId,
      };
      const reply = await post('/api/fs/presign/commit', { ...named, ...wrong });
      expect(reply.data).toEqual({ fileName: 'f', targetPath: '/m/up/f', fileSize: 5 });
      const init = { path: '/m/up/', fileName: 'g', fileSize: 1, ...wrong };
      const { data } = await post('/api/fs/multipart/init', init);
      expect(data).toMatchObject({ key: 'up/g' });
      const files = [{ targetPath: '/m/none', fileSize: 9, ...wrong }];
      const body = { targetMountId: mounts.m, files };
      expect(await post('/api/fs/batch-copy-commit', body)).toMatchObject({ status: 202 });
      expect(await storage.read('victim')).toBe('not yours');
    });

    it('of what was there before are no upload, and nothing takes it away', async () => {
      await storage.put('old.bin', 'x'.repeat(2 * MEBIBYTE));
      await setting({ max_upload_size: 1 });
      server.moveClock(HOUR_MS);
      const permissions = PERMISSION_FLAGS.mount_upload;
      const { api } = await server.createApiKey({ permissions });
      const { fileId, targetPath } = await presign('/m', 'old.bin', api);
      const body = { targetPath, mountId: mounts.m, fileId };
      await expect(api.call(commitEntry, { body })).rejects.toMatchObject({
        code: 'file_system.not_uploaded',
      });
      server.moveClock(-HOUR_MS);
      await setting({ max_upload_size: 100 });
      expect((await storage.read('old.bin'))?.length).toBe(2 * MEBIBYTE);
    });

    it('are found by the id of the upload, whatever its file had to be called', async () => {
      await setting({ file_naming_strategy: 'random_suffix' });
      for (const fileName of ['what? "is" this.txt', 'taken.txt']) {
        await storage.put('up/taken.txt');
        const body = { path: '/m/up/', fileName, fileSize: 5 };
        const started = await server.api.call(initEntryMultipart, { body });
        expect(started.key).not.toBe(`up/${fileName}`);
        const [first] = started.presignedUrls;
        const reply = await fetch(first?.url ?? '', { method: 'PUT', body: 'bytes' });
        const parts = [{ PartNumber: 1, ETag: reply.headers.get('etag') ?? '' }];
        const { uploadId } = started;
        const joined = await server.api.call(completeEntryMultipart, {
          body: { path: '/m/up/', fileName, uploadId, parts },
        });
        expect(joined.s3Path).toBe(started.key);
        expect(await storage.read(started.key)).toBe('bytes');
      }
      await setting({ file_naming_strategy: 'overwrite' });
    });

    it('of directories are told apart by every letter', async () => {
      const begin = (path: string) =>
        server.api.call(initEntryMultipart, { body: { path, fileName: 'x', fileSize: 1 } });
      for (const path of ['/m/d/', '/m/D/', '/m/d0/', '/m/d%/', '/m/d_/', '/m/dé/']) {
        await begin(path);
      }
      const list = async (path: string) => {
        const { uploads } = await server.api.call(listEntryUploads, { body: { path } });
        return uploads.map((upload) => upload.path);
      };
      for (const path of ['/m/d', '/m/D', '/m/d0', '/m/d%', '/m/d_', '/m/dé']) {
        expect(await list(path)).toEqual([`${path}/x`]);
      }
      expect(await list('/m')).toHaveLength(6);
    });
  });

  describe('too much (SECURITY 9)', () => {
    const partsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        PartNumber: index + 1,
        ETag: `"${'0'.repeat(32)}"`,
      }));

    it('10,000 parts are read and refused for what they are, one more for its number', async () => {
      const body = { path: '/m/', fileName: 'big', fileSize: 10 };
      const { uploadId } = await server.api.call(initEntryMultipart, { body });
      const complete = (count: number) => {
        const reference = { path: '/m/', fileName: 'big', uploadId };
        return post('/api/fs/multipart/complete', { ...reference, parts: partsOf(count) });
      };
      expect(await complete(10_000)).toMatchObject({ error: 'file_system.parts_invalid' });
      expect(await complete(10_001)).toMatchObject({ status: 400, error: 'request.invalid' });
      const numbers = { path: '/m/', fileName: 'big', uploadId, partNumbers: [0] };
      expect(await post('/api/fs/multipart/refresh-urls', numbers)).toMatchObject({ status: 400 });
    });

    it('1,000 paths are done, one more is refused before anything is', async () => {
      await storage.put('kept');
      const paths = (count: number) => Array.from({ length: count }, (_, at) => `/m/none/${at}`);
      const remove = (all: string[]) => post('/api/fs/batch-remove', { paths: all }, 'DELETE');
      expect(await remove(paths(1000))).toMatchObject({ data: { success: 1000, failed: [] } });
      const tooMany = await remove([...paths(1000), '/m/kept']);
      expect(tooMany).toMatchObject({ status: 400, error: 'request.invalid' });
      expect(await remove([])).toMatchObject({ status: 400 });
      const items = paths(1001).map((sourcePath) => ({ sourcePath, targetPath: '/m/x' }));
      expect(await post('/api/fs/batch-copy', { items })).toMatchObject({ status: 400 });
      expect(await storage.keys()).toEqual(['kept']);
    });

    it('a name as long as a key may be works, and one byte more is refused', async () => {
      const longest = '文'.repeat(341);
      const update = (path: string) => post('/api/fs/update', { path, content: 'x' });
      expect(await update(`/m/${longest}`)).toMatchObject({ status: 200 });
      const found = await server.api.call(getEntry, { query: { path: `/m/${longest}` } });
      expect(found.size).toBe(1);
      expect(await namesIn(server.api, '/m')).toEqual([longest]);
      const refused = { status: 400, error: 'file_system.path_invalid' };
      const path = `/m/${longest}x`;
      expect(await update(path)).toMatchObject(refused);
      for (const [call, body] of [
        ['mkdir', { path }],
        ['rename', { oldPath: `/m/${longest}`, newPath: path }],
        ['create-share', { path }],
        ['presign', { path: '/m', fileName: `${longest}x` }],
        ['multipart/init', { path: '/m/', fileName: `${longest}x`, fileSize: 1 }],
        ['multipart/list-uploads', { path }],
      ] as const) {
        expect(await post(`/api/fs/${call}`, body), call).toMatchObject(refused);
      }
      expect((await post('/api/fs/mkdir', { path: `/m/${'x'.repeat(5000)}` })).status).toBe(400);
    });

    it('a directory whose files would get too long names stays as it is', async () => {
      await storage.put(`d/${'x'.repeat(1000)}`);
      const body = { oldPath: '/m/d/', newPath: `/m/${'long'.repeat(10)}/` };
      expect(await post('/api/fs/rename', body)).toMatchObject({
        status: 400,
        error: 'file_system.path_invalid',
      });
      expect(await storage.keys()).toEqual([`d/${'x'.repeat(1000)}`]);
    });

    it.each([
      ['__proto__', '{"path":"/m/x","__proto__":{"content":"x"}}'],
      ['a constructor', '{"path":"/m/x","content":"x","constructor":{"prototype":{"a":1}}}'],
      ['100,000 brackets', `{"path":"/m/x","content":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
      ['a number for a path', '{"path":1,"content":"x"}'],
      ['a list for a path', '{"path":["/m/x"],"content":"x"}'],
      ['half a surrogate pair', '{"path":"/m/\\ud800","content":"x"}'],
    ])('%s in JSON is refused', async (_, body) => {
      expect(await post('/api/fs/update', body)).toMatchObject({ status: 400 });
      expect(await storage.keys()).toEqual([]);
    });

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      'a file may be called %s',
      async (name) => {
        const body = { path: `/m/${name}/${name}`, content: name };
        expect(await post('/api/fs/update', body)).toMatchObject({ status: 200 });
        expect(await namesIn(server.api, '/m')).toEqual([`${name}/`]);
        expect(await namesIn(server.api, `/m/${name}`)).toEqual([name]);
        expect(await storage.read(`${name}/${name}`)).toBe(name);
      },
    );

    it('cursors of nobody are no way to anywhere', async () => {
      for (const key of ['d/x', 'e/secret']) await storage.put(key);
      for (const cursor of ['forged', '../..', '\u202e', 'x'.repeat(4000)]) {
        const query = new URLSearchParams({ path: '/m/d', limit: '5', cursor });
        const headers = { authorization: server.authorization };
        const reply = await fetch(`${server.url}/api/fs/list?${query}`, { headers });
        expect([200, 400]).toContain(reply.status);
        expect(await reply.text()).not.toMatch(/secret/);
      }
    });
  });

  it('keeps signatures, tickets, credentials and secrets out of logs and replies (SECURITY 11)', async () => {
    await storage.put('d/f.txt');
    const secrets: string[] = [storage.secretAccessKey, server.authorization.slice(7)];
    const replies: string[] = [];
    const keep = async (reply: Response) => replies.push(await reply.text());
    const { authorization } = server;
    const ask = async (path: string, init: RequestInit = {}) =>
      keep(await fetch(server.url + path, { ...init, headers: { authorization } }));

    const entry = await server.api.call(getEntry, { query: { path: '/m/d/f.txt' } });
    const sign = new URL(entry.preview_url ?? '').searchParams.get('sign') ?? '';
    await keep(await fetch(entry.preview_url ?? ''));
    await keep(await fetch(`${entry.preview_url}&%73ign=${encodeURIComponent(sign)}`));
    const { presignedUrl, fileId } = await presign('/m/up');
    const signature = new URL(presignedUrl).searchParams.get('X-Amz-Signature') ?? '';
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    secrets.push(sign.split(':')[0] ?? '', fileId, signature);
    await server.api
      .call(commitEntry, { body: { targetPath: '/m/up/f', mountId: mounts.m, fileId } })
      .catch(() => undefined);
    await ask(`/api/fs/list?path=/m&X-Amz-Signature=${signature}`);
    await ask(`/api/fs/list?path=/m&password=${encodeURIComponent('hunter2hunter2')}`);
    secrets.push('hunter2hunter2');

    const echo = ['AWSAccessKeyId', 'SignatureProvided', 'StringToSign', 'CanonicalRequest']
      .map((name) => `<${name}>echoed-${name}</${name}>`)
      .join('');
    storage.setFault(() => s3Error(403, 'SignatureDoesNotMatch', echo));
    await ask('/api/fs/list?path=/m');
    await ask('/api/fs/list?path=/m');
    await post('/api/fs/update', { path: '/m/x', content: 'the words of somebody' });
    secrets.push('echoed-', 'the words of somebody');
    storage.setFault(undefined);
    const params = { id: storage.configId };
    replies.push(JSON.stringify(await server.api.call(getStorageConfig, { params })));

    const logs = server.logs.join('\n');
    expect(logs).toMatch(/SignatureDoesNotMatch/);
    expect(logs).toMatch(/\/api\/p\/m\/d\/f\.txt\?sign=\[redacted\]/);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(6);
      expect(logs.includes(secret), secret).toBe(false);
    }
    expect(replies.join('\n')).not.toContain(storage.secretAccessKey);
    expect(replies.join('\n')).not.toContain('echoed-');
  });

  it('tells at commit of copies nothing that is false (SECURITY 3)', async () => {
    await other.put('here', '12345');
    const commit = (more: object) =>
      server.api.call(commitCopies, {
        body: { targetMountId: mounts.other, files: [{ targetPath: '/other/here', ...more }] },
      });
    for (const lie of [{ fileSize: 4 }, { etag: '"x"' }, { fileSize: 5, etag: 'x' }]) {
      expect((await commit(lie)).failed).toHaveLength(1);
    }
    expect((await commit({ fileSize: 5 })).success).toHaveLength(1);
  });

  it('keeps names of other Unicode forms together with what is added to them (SECURITY 2)', async () => {
    const directory = 'cafe\u0301';
    await storage.put(`${directory}/old.txt`);
    const list = () => server.api.call(listDirectory, { query: { path: `/m/${directory}/` } });
    const [item] = (await list()).items;
    expect(item?.path).toBe(`/m/${directory}/old.txt`);
    expect(await server.api.call(getEntry, { query: { path: item?.path ?? '' } })).toMatchObject({
      path: item?.path,
      size: 14,
    });
    const path = `/m/${directory}/new.txt`;
    await server.api.call(updateEntry, { body: { path, content: 'x' } });
    const { presignedUrl, fileId, targetPath } = await presign(`/m/${directory}`, 'up.txt');
    await put(presignedUrl);
    await server.api.call(commitEntry, { body: { targetPath, mountId: mounts.m, fileId } });
    expect((await list()).items.map(({ name }) => name)).toEqual(['new.txt', 'old.txt', 'up.txt']);
  });
});
