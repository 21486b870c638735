import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { runBatch } from '@satchel/api-client/contract/batch';
import {
  commitFileShare,
  initFileShareMultipart,
  listFileShareParts,
  presignFileShare,
} from '@satchel/api-client/contract/file-share-uploads';
import {
  initEntryMultipart,
  listEntryParts,
} from '@satchel/api-client/contract/file-system-uploads';
import { login, logout } from '@satchel/api-client/contract/sessions';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MountedStorage, useStorage } from '../../../../test/mounted-storage.ts';
import { ADMIN, startServer, type TestServer } from '../../../../test/start-server.ts';
import { createRequest, enterRequest } from '../../../../test/use-requests.ts';

const { file_share, mount_upload } = PERMISSION_FLAGS;
const COMMITS = { commit_on_put: true } as const;

describe('a PUT that commits itself (wire contract, docs/api.md)', () => {
  let server: TestServer;
  let storage: MountedStorage;
  beforeAll(async () => {
    server = await startServer('sqlite');
    storage = await useStorage(server);
    await storage.mount('/m');
  });
  afterAll(() => server.close());

  const put = async (url: string, body: string) => {
    const reply = await fetch(url, { method: 'PUT', body });
    const text = await reply.text();
    return { status: reply.status, etag: reply.headers.get('etag'), text };
  };
  /** Data of a reply that commits; fails for a reply to a mere part. */
  const dataOf = ({ status, text }: { status: number; text: string }) => {
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringMatching(/^\{/) });
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };
  const presign = (text: string, options: object = {}, api = server.api) =>
    api.call(presignFileShare, {
      body: { filename: 'a.txt', size: text.length, ...COMMITS, ...options },
    });
  const initShare = (text: string, api = server.api) =>
    api.call(initFileShareMultipart, {
      body: { filename: 'a.txt', size: text.length, ...COMMITS },
    });
  const initEntry = (text: string, options: object = {}, api = server.api) =>
    api.call(initEntryMultipart, {
      body: { path: '/m/', fileName: 'a.txt', fileSize: text.length, ...COMMITS, ...options },
    });
  const view = async (slug: unknown) => (await fetch(`${server.url}/api/file-view/${slug}`)).text();
  const openWrites = () => server.prisma.objectWrite.count({ where: { state: 'open' } });

  it('publishes a share, and has the reply of the commit', async () => {
    const { upload_url: url, commits, slug } = await presign('hello', { remark: 'r' });
    expect(commits).toBe(true);
    const data = dataOf(await put(url, 'hello'));
    expect(data).toMatchObject({ slug, size: 5, remark: 'r' });
    expect(data.share_url).toBe(`${server.url}/file/${slug}`);
    expect(await view(slug)).toBe('hello');
    expect(await openWrites()).toBe(0);
  });

  it('stores a file of a mount', async () => {
    const started = await initEntry('one');
    const [part] = started.presignedUrls;
    expect(part?.commits).toBe(true);
    expect(dataOf(await put(part?.url ?? '', 'one'))).toMatchObject({ size: 3, fileName: 'a.txt' });
    expect(await storage.read('a.txt')).toBe('one');
  });

  it('adds a file to a delivery', async () => {
    const request = await createRequest(server.api, {});
    const { api } = await enterRequest(server, request.slug);
    const [part] = (await initShare('mine', api)).presigned_urls;
    expect(dataOf(await put(part?.url ?? '', 'mine'))).toMatchObject({ size: 4 });
  });

  it('is offered only to who asks for it, for one small file of the embedded store', async () => {
    expect(await presign('x', { commit_on_put: undefined })).not.toHaveProperty('commits');
    expect(await presign('x', { size: undefined })).not.toHaveProperty('commits');
    expect(await presign('x', { size: 0 })).not.toHaveProperty('commits');
    expect(await presign('x', { size: 5 * 1024 ** 2 + 1 })).not.toHaveProperty('commits');
    expect(await presign('x', { size: 5 * 1024 ** 2 })).toHaveProperty('commits');
    const body = { filename: 'a.txt', size: 1, ...COMMITS };
    const { replies } = await server.api.call(runBatch, {
      body: { calls: [{ path: presignFileShare.path, body }] },
    });
    expect(replies[0]?.body.data).toHaveProperty('upload_url');
    expect(replies[0]?.body.data).not.toHaveProperty('commits');
  });

  it.each(['a share', 'a file of a mount'])(
    'of %s, repeated after a lost reply, has the first reply',
    async (kind) => {
      const urls =
        kind === 'a share'
          ? (await initShare('same')).presigned_urls
          : (await initEntry('same')).presignedUrls;
      const url = urls[0]?.url ?? '';
      const first = await put(url, 'same');
      expect(dataOf(await put(url, 'same'))).toEqual(dataOf(first));
      // Other bytes are not what was committed.
      expect((await put(url, 'else')).status).toBe(404);
      expect((await put(url, 'longer than it')).status).toBe(404);
      expect(await server.prisma.fileShare.count({ where: { filename: 'a.txt' } })).toBeGreaterThan(
        0,
      );
    },
  );

  it('whose reply was lost lists its file as the only part, so that the upload can be resumed', async () => {
    const share = await initShare('part');
    dataOf(await put(share.presigned_urls[0]?.url ?? '', 'part'));
    const { file_id, upload_id } = share;
    const listed = await server.api.call(listFileShareParts, { body: { file_id, upload_id } });
    expect(listed.parts).toMatchObject([{ partNumber: 1, size: 4 }]);
    const { uploadId, presignedUrls } = await initEntry('part');
    dataOf(await put(presignedUrls[0]?.url ?? '', 'part'));
    const body = { path: '/m/', fileName: 'a.txt', uploadId };
    expect((await server.api.call(listEntryParts, { body })).parts).toMatchObject([
      { partNumber: 1, size: 4 },
    ]);
  });

  it('has the refusal of the commit, whether the upload goes on or ends', async () => {
    const options = { fileName: 'taken.txt', if_none_match: '*' };
    const [part] = (await initEntry('late', options)).presignedUrls;
    await storage.put('taken.txt', 'earlier');
    const reply = await put(part?.url ?? '', 'late');
    expect(reply.etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
      412,
      { code: 412, success: false, error: 'file_system.changed' },
    ]);
    expect(await storage.read('taken.txt')).toBe('earlier');
    const { upload_url: url } = await presign('x'.repeat(2 * 1024 ** 2));
    await server.prisma.setting.update({ where: { key: 'max_upload_size' }, data: { value: '1' } });
    await server.forget();
    const tooLarge = await put(url, 'x'.repeat(2 * 1024 ** 2));
    await server.prisma.setting.update({
      where: { key: 'max_upload_size' },
      data: { value: '100' },
    });
    await server.forget();
    expect([tooLarge.status, JSON.parse(tooLarge.text)]).toMatchObject([
      413,
      { error: 'file_shares.too_large' },
    ]);
  });

  describe('is worth nothing (SECURITY 14)', () => {
    it('with another sealed call, another upload or a changed one', async () => {
      const [one, two] = await Promise.all([presign('one'), presign('two')]);
      const sealOf = (url: string) => /&commit=.*$/.exec(url)?.[0] ?? '';
      const plain = one.upload_url.replace(/&commit=.*$/, '');
      for (const seal of [
        sealOf(two.upload_url),
        '&commit=',
        '&commit=AAAA',
        `${sealOf(one.upload_url)}A`.replace(/.A$/, 'AA'),
      ]) {
        expect((await put(plain + seal, 'one')).status).toBe(403);
      }
      const changed = one.upload_url.replace('partNumber=1', 'partNumber=2');
      expect((await put(changed, 'one')).status).toBe(403);
      expect(await view(one.slug)).not.toBe('one');
      // The URL of a part is left once the sealed call is taken off.
      expect((await put(plain, 'one')).text).toBe('');
      await server.api.call(commitFileShare, { body: { file_id: one.file_id } });
      expect(await view(one.slug)).toBe('one');
    });

    it('once the session has ended: the file is not published', async () => {
      const { token } = await server.anonymous.call(login, { body: ADMIN });
      const api = server.apiAs({ kind: 'admin', token });
      const { upload_url: url, slug } = await presign('mine', {}, api);
      await api.call(logout, {});
      expect(await put(url, 'mine')).toMatchObject({ status: 200, text: '' });
      expect(await view(slug)).not.toBe('mine');
    });

    it('once the key is deleted', async () => {
      const key = await server.createApiKey({ permissions: file_share | mount_upload });
      const { upload_url: url, slug } = await presign('mine', {}, key.api);
      await server.api.call(deleteApiKey, { params: { id: key.id } });
      expect((await put(url, 'mine')).status).toBe(404);
      expect(await view(slug)).not.toBe('mine');
    });

    it('with a body of another length', async () => {
      const { upload_url: url } = await presign('four');
      expect((await put(url, 'fourteen')).status).toBeGreaterThanOrEqual(400);
      expect((await put(url, 'fou')).status).toBeGreaterThanOrEqual(400);
      expect(dataOf(await put(url, 'four'))).toMatchObject({ size: 4 });
    });
  });

  it('that is cut leaves nothing behind and is no fault of the server', async () => {
    const { upload_url: url } = await presign('cut in two');
    const { hostname, port, pathname, search } = new URL(url);
    const before = server.logs.length;
    await new Promise<void>((done) => {
      const headers = { 'content-length': 'cut in two'.length };
      const options = { hostname, port, path: pathname + search, method: 'PUT', headers };
      const sending = request(options);
      sending.on('error', () => done());
      sending.write('cut', () => sending.destroy(new Error('cut')));
    });
    await setTimeout(200);
    expect(server.logs.slice(before)).toEqual([]);
    expect(dataOf(await put(url, 'cut in two'))).toMatchObject({ size: 10 });
  });

  it('shows its secret to nobody: not in the log, not in the URL', async () => {
    const key = await server.createApiKey({ permissions: file_share });
    const { upload_url: url } = await presign('mine', {}, key.api);
    await put(url, 'mine');
    expect(decodeURIComponent(url)).not.toContain(key.key);
    const sealed = new URL(url).searchParams.get('commit') ?? '';
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(key.key);
    expect(server.logs.join('\n')).not.toContain(sealed);
  });
});
