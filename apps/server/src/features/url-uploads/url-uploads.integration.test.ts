import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import {
  commitUrlUpload,
  presignUrlUpload,
  readThroughUrlProxy,
  readUrlInfo,
} from '@satchel/api-client/contract/url-uploads';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../test/share-systems.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { SOURCE_TEXT, startSource, type TestSource } from '../../../test/start-source.ts';

const FILE_PERMISSION = 2;
const TEXT_PERMISSION = 1;
const LIMITS = { headersTimeoutMs: 5000, idleTimeoutMs: 1000, totalTimeoutMs: 30_000 };

describe.each(SHARE_SYSTEMS)(
  'the files at addresses on %s with %s (CONTRACT F8)',
  (database, store) => {
    let server: TestServer;
    let source: TestSource;
    beforeAll(async () => {
      source = await startSource();
      server = await startShareServer(
        [database, store],
        { URL_UPLOAD_ALLOW: '127.0.0.1' },
        { limits: LIMITS, resolve: async () => [] },
      );
    });
    afterAll(async () => {
      await server.close();
      await source.close();
    });

    type PresignBody = Omit<EndpointInput<typeof presignUrlUpload>['body'], 'url'>;
    const info = (path: string, api = server.api) =>
      api.call(readUrlInfo, { body: { url: source.url + path } });
    const presign = (path: string, body: PresignBody = {}, api = server.api) =>
      api.call(presignUrlUpload, { body: { url: source.url + path, ...body } });
    const proxy = (url: string, init: RequestInit = {}) =>
      fetch(server.api.url(readThroughUrlProxy, { query: { url } }), {
        ...init,
        headers: { authorization: server.authorization, ...init.headers },
      });

    describe('info', () => {
      it('tells name, type, size and time, and whether a browser may read it itself', async () => {
        const url = `${source.url}/hello.txt`;
        await expect(info('/hello.txt')).resolves.toEqual({
          url,
          filename: 'hello.txt',
          contentType: 'text/plain',
          size: SOURCE_TEXT.length,
          lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT',
          method: 'HEAD',
          corsSupported: true,
          type: 4,
          typeName: 'text',
        });
      });

      it('asks by GET where HEAD is not answered', async () => {
        await expect(info('/no-head.bin')).resolves.toMatchObject({
          method: 'GET',
          size: SOURCE_TEXT.length,
          contentType: 'application/octet-stream',
          corsSupported: false,
          lastModified: null,
        });
      });

      it('takes the name from Content-Disposition where the address has none, made safe', async () => {
        await expect(info('/page')).resolves.toMatchObject({ filename: '_你.html' });
        await expect(info('/nameless')).resolves.toMatchObject({
          filename: 'download',
          contentType: 'application/octet-stream',
        });
      });

      it('says that it does not know the size', async () => {
        await expect(info('/chunked.bin')).resolves.toMatchObject({ size: null });
      });

      it('says that a source is not there, does not resolve, or does not answer in time', async () => {
        const unreachable = { code: 'url_uploads.source_unreachable', status: 502 };
        await expect(info('/missing.bin')).rejects.toMatchObject(unreachable);
        const nowhere = server.api.call(readUrlInfo, { body: { url: 'http://nowhere.test/' } });
        await expect(nowhere).rejects.toMatchObject(unreachable);
        await expect(info('/silent.bin')).rejects.toMatchObject({
          code: 'url_uploads.source_timeout',
          status: 504,
        });
      });
    });

    describe('proxy', () => {
      it('streams the bytes with their length, under headers that make them harmless', async () => {
        const response = await proxy(`${source.url}/page`);
        expect(await response.text()).toBe(SOURCE_TEXT);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-length': String(SOURCE_TEXT.length),
          'content-type': 'text/html; charset=utf-8',
          'content-disposition': `attachment; filename="__.html"; filename*=UTF-8''_%E4%BD%A0.html`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
          'cache-control': 'private, no-store',
          'accept-ranges': 'none',
        });
      });

      it('answers HEAD without a body, and hands no range on', async () => {
        const head = await proxy(`${source.url}/hello.txt`, { method: 'HEAD' });
        expect(head.headers.get('content-length')).toBe(String(SOURCE_TEXT.length));
        const ranged = await proxy(`${source.url}/hello.txt`, { headers: { range: 'bytes=0-1' } });
        expect([ranged.status, await ranged.text()]).toEqual([200, SOURCE_TEXT]);
      });

      it('answers errors in plain text, or as the envelope (CONTRACT A5)', async () => {
        const plain = await proxy(`${source.url}/missing`);
        expect([plain.status, await plain.text()]).toEqual([
          502,
          'The file could not be fetched from this address\n',
        ]);
        const asked = await proxy('ftp://127.0.0.1/', { headers: { accept: 'application/json' } });
        expect([asked.status, await asked.json()]).toEqual([
          400,
          expect.objectContaining({ error: 'url_uploads.url_invalid' }),
        ]);
      });

      it.each([
        ['/partial.bin', 206],
        ['/later.bin', 202],
      ])('refuses %s, whose answer with %i is not the whole file', async (path, status) => {
        const refusal = { code: 'url_uploads.source_unreachable', details: { status } };
        await expect(info(path)).rejects.toMatchObject(refusal);
        await expect(presign(path)).rejects.toMatchObject(refusal);
        expect((await proxy(source.url + path)).status).toBe(502);
      });

      it('breaks off with the source, and lets it go when the caller leaves (SECURITY 12)', async () => {
        const broken = await proxy(`${source.url}/broken.bin`);
        await expect(broken.text()).rejects.toThrow();
        const caller = new AbortController();
        const endless = await proxy(`${source.url}/slow.bin`, { signal: caller.signal });
        expect(endless.status).toBe(200);
        caller.abort();
        await source.idle();
      });

      it('forwards nothing of the caller (SECURITY 1)', async () => {
        source.forget();
        const headers = { cookie: 'a=b', 'x-share-password': 'p', referer: 'http://x/' };
        await (await proxy(`${source.url}/hello.txt`, { headers })).text();
        const sent = source.requests.map((request) => Object.keys(request.headers).sort());
        expect(sent).toEqual([['accept', 'accept-encoding', 'connection', 'host', 'user-agent']]);
      });

      it('lets older clients, which send no credential, read what was probed: once (CONTRACT A6)', async () => {
        const address = `${source.url}/hello.txt?for=older-clients`;
        const read = (url: string, init: RequestInit = {}) =>
          fetch(server.api.url(readThroughUrlProxy, { query: { url } }), init);
        const statusOf = async (url: string, init?: RequestInit) => {
          const response = await read(url, init);
          await response.text();
          return response.status;
        };
        const probe = (url: string) => server.api.call(readUrlInfo, { body: { url } });

        expect(await statusOf(address)).toBe(401);
        await probe(address);
        expect(await statusOf(`${address}&`)).toBe(401);
        expect(await statusOf(address, { headers: { authorization: 'ApiKey wrong' } })).toBe(401);
        expect(await statusOf(address, { method: 'HEAD' })).toBe(200);
        const replies = await Promise.all(Array.from({ length: 10 }, () => statusOf(address)));
        expect(replies.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);

        await probe(address);
        await probe(address);
        expect([await statusOf(address), await statusOf(address)]).toEqual([200, 200]);
        await probe(address);
        server.moveClock(10 * 60_000);
        expect(await statusOf(address)).toBe(401);
        expect(await server.prisma.urlProbe.count()).toBeGreaterThan(0);
        await server.sweep();
        expect(await server.prisma.urlProbe.count()).toBe(0);

        const key = await server.createApiKey({ permissions: TEXT_PERMISSION });
        await expect(key.api.call(readUrlInfo, { body: { url: address } })).rejects.toMatchObject({
          status: 403,
        });
        expect(await statusOf(address)).toBe(401);
      });

      it('writes no address with its signatures to the log (SECURITY 11)', async () => {
        const url = `${source.url}/missing?X-Amz-Signature=topsecret`;
        const talkative = await startServer(database, {
          URL_UPLOAD_ALLOW: '127.0.0.1',
          LOG_LEVEL: 'debug',
        });
        const { authorization } = talkative;
        const address = talkative.api.url(readThroughUrlProxy, { query: { url } });
        await (await fetch(address, { headers: { authorization } })).text();
        await talkative.close();
        expect(talkative.logs.join()).toContain('/api/url/proxy');
        expect(talkative.logs.join()).not.toContain('topsecret');
      });
    });

    describe('presign and commit', () => {
      it('goes from the address over PUT and commit to a share like any other', async () => {
        const reserved = await presign('/hello.txt', {
          slug: 'from-a-url',
          remark: 'r',
          max_views: '3',
          use_proxy: true,
        });
        expect(reserved).toMatchObject({
          filename: 'hello.txt',
          contentType: 'text/plain',
          corsSupported: true,
          sourceUrl: `${source.url}/hello.txt`,
          slug: 'from-a-url',
          url: '/file/from-a-url',
          share_url: `${server.url}/file/from-a-url`,
          maxViews: 3,
          hasPassword: false,
        });
        const view = () =>
          server.anonymous.call(viewFileShare, {
            params: { slug: 'from-a-url' },
            query: { peek: 1 },
          });
        await expect(view()).rejects.toMatchObject({ code: 'file_shares.not_found' });
        const stored = await fetch(reserved.upload_url, { method: 'PUT', body: SOURCE_TEXT });
        const etag = stored.headers.get('etag');
        const body = { file_id: reserved.file_id, size: String(SOURCE_TEXT.length), etag };
        const committed = await server.api.call(commitUrlUpload, { body });
        expect(committed).toMatchObject({
          remark: 'r',
          use_proxy: 1,
          size: SOURCE_TEXT.length,
        });
        expect(await server.api.call(commitUrlUpload, { body })).toEqual(committed);
        await expect(view()).resolves.toMatchObject({ filename: 'hello.txt' });
      });

      it('asks no source that the caller describes, and still checks its address', async () => {
        source.forget();
        const metadata = { filename: 'given.md', contentType: 'text/html' };
        const reserved = await presign('/missing', { metadata });
        expect(reserved).toMatchObject({ filename: 'given.md', contentType: 'text/markdown' });
        expect(reserved).not.toHaveProperty('corsSupported');
        expect(source.requests).toEqual([]);
        const refused = server.api.call(presignUrlUpload, {
          body: { url: 'http://127.0.0.2/', metadata },
        });
        await expect(refused).rejects.toMatchObject({ code: 'url_uploads.address_refused' });
      });

      it('asks the source where the metadata names only a part, as the old client does', async () => {
        const metadata = { source_url: 'x', filename: 'named.bin' };
        await expect(presign('/hello.txt', { metadata })).resolves.toMatchObject({
          filename: 'named.bin',
          corsSupported: true,
        });
        await expect(presign('/hello.txt', { filename: 'own.csv' })).resolves.toMatchObject({
          filename: 'own.csv',
          contentType: 'text/csv',
        });
      });

      it('refuses what any upload is refused for', async () => {
        const set = (value: string) =>
          server.prisma.setting.update({ where: { key: 'max_upload_size' }, data: { value } });
        await presign('/hello.txt', { slug: 'taken' });
        const refusals = {
          'shares.slug_invalid': { slug: 'a b' },
          'shares.slug_reserved': { slug: 'admin' },
          'shares.slug_taken': { slug: 'taken' },
          'shares.expiry_invalid': { expires_in: -1 },
          'shares.max_views_invalid': { max_views: -1 },
          'file_shares.path_invalid': { path: '../up' },
          'storage.not_found': { s3_config_id: 'unknown' },
        };
        for (const [code, body] of Object.entries(refusals)) {
          await expect(presign('/hello.txt', body), code).rejects.toMatchObject({ code });
        }
        const total = await server.prisma.storageConfig.findFirstOrThrow({
          where: { isDefault: true },
        });
        await server.prisma.storageConfig.update({
          where: { id: total.id },
          data: { totalStorageBytes: 1n },
        });
        await server.forget();
        const insufficient = { code: 'storage.insufficient', status: 507 };
        await expect(presign('/hello.txt')).rejects.toMatchObject(insufficient);
        await server.prisma.storageConfig.update({
          where: { id: total.id },
          data: { totalStorageBytes: null },
        });
        await set('0');
        await server.forget();
        const tooLarge = { code: 'file_shares.too_large', status: 413 };
        await expect(presign('/hello.txt')).rejects.toMatchObject(tooLarge);
        expect((await proxy(`${source.url}/hello.txt`)).status).toBe(413);
        await set('100');
        await server.forget();
      });

      it('commits nothing that is not stored, not the same, or not the caller’s', async () => {
        const { file_id, upload_url } = await presign('/hello.txt');
        const commit = (claim: object, api = server.api) =>
          api.call(commitUrlUpload, { body: { file_id, ...claim } });
        await expect(commit({})).rejects.toMatchObject({ code: 'file_shares.not_uploaded' });
        await fetch(upload_url, { method: 'PUT', body: SOURCE_TEXT });
        await expect(commit({ size: 1 })).rejects.toMatchObject({
          code: 'file_shares.size_mismatch',
        });
        await expect(commit({ etag: 'x' })).rejects.toMatchObject({
          code: 'file_shares.etag_mismatch',
        });
        const stranger = await server.createApiKey({ permissions: FILE_PERMISSION });
        await expect(commit({}, stranger.api)).rejects.toMatchObject({
          code: 'file_shares.not_found',
        });
        await commit({});
      });

      it('needs the file permission, and of a key a storage that it may use', async () => {
        const { api } = await server.createApiKey({ permissions: FILE_PERMISSION });
        const text = await server.createApiKey({ permissions: TEXT_PERMISSION });
        await info('/hello.txt', api);
        await presign('/hello.txt', {}, api);
        await expect(info('/hello.txt', text.api)).rejects.toMatchObject({
          code: 'auth.forbidden',
        });
        const anonymous = info('/hello.txt', server.anonymous);
        await expect(anonymous).rejects.toMatchObject({ code: 'auth.required' });
        await server.prisma.storageConfig.updateMany({ data: { isPublic: false } });
        await server.forget();
        const none = presign('/hello.txt', {}, api);
        await expect(none).rejects.toMatchObject({ code: 'file_shares.no_storage' });
        const hidden = presign('/hello.txt', { s3_config_id: 'embedded' }, api);
        await expect(hidden).rejects.toMatchObject({ code: 'storage.not_found', status: 404 });
        await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
        await server.forget();
      });
    });
  },
);
