import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import {
  getFileShare,
  unlockFileShare,
  updateFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { shareEntry } from '@satchel/api-client/contract/file-system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useStorage } from '../../../../test/mounted-storage.ts';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { listStorage, type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const HOUR_MS = 3_600_000;
const READERS = 200;
const CONTENT = 'the bytes of a file';

describe.each(SHARE_SYSTEMS)(
  'viewing file shares on %s with %s (CONTRACT A3)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
    });
    afterAll(() => server.close());

    const share = (options: UploadOptions = {}) => uploadFile(server.api, CONTENT, options);
    const view = (slug: string, query = {}) =>
      server.anonymous.call(viewFileShare, { params: { slug }, query });
    const unlock = (slug: string, password: string) =>
      server.anonymous.call(unlockFileShare, { params: { slug }, body: { password } });
    const bytes = (
      slug: string,
      headers: Record<string, string> = {},
      search = '',
      method = 'GET',
    ) => fetch(`${server.url}/api/file-view/${slug}${search}`, { headers, method });
    const viewsOf = async (id: string) =>
      (await server.api.call(getFileShare, { params: { id } })).views;
    const grantOf = (url: string | undefined) => new URL(url ?? '').searchParams.get('grant') ?? '';

    describe('one view', () => {
      const ways = {
        'public info': (slug: string) => fetch(`${server.url}/api/public/files/${slug}`),
        verify: (slug: string) =>
          fetch(`${server.url}/api/public/files/${slug}/verify`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"password":"p"}',
          }),
        'file-view': (slug: string) => fetch(`${server.url}/api/file-view/${slug}`),
        'file-download': (slug: string) => fetch(`${server.url}/api/file-download/${slug}`),
      };

      it.each(Object.entries(ways))(
        `is delivered exactly once to ${READERS} readers at once by %s`,
        async (way, read) => {
          const password = way === 'verify' ? { password: 'p' } : {};
          const { slug } = await share({ max_views: 1, ...password });
          const replies = await Promise.all(
            Array.from({ length: READERS }, async () => {
              const response = await read(slug);
              return { status: response.status, text: await response.text() };
            }),
          );
          const delivered = replies.filter(
            ({ text }) => text === CONTENT || text.includes('"proxy_download_url"'),
          );
          expect(delivered).toHaveLength(1);
          expect(replies.filter(({ status }) => status === 410)).toHaveLength(READERS - 1);
          if (way === 'public info' || way === 'verify') {
            expect(delivered[0]?.text).toContain('"isLastView":true');
          }
        },
      );
    });

    describe('grants', () => {
      it('let the one view that was counted be watched and sought in, and spend nothing', async () => {
        const { slug, id } = await share({ max_views: 1 });
        const opened = await view(slug);
        expect(opened).toMatchObject({ views: 1, isLastView: true });
        for (const url of [opened.proxy_preview_url, opened.proxy_download_url]) {
          const whole = await fetch(url ?? '');
          expect([whole.status, await whole.text()]).toEqual([200, CONTENT]);
          const part = await fetch(url ?? '', { headers: { range: 'bytes=4-8' } });
          expect([part.status, await part.text()]).toEqual([206, 'bytes']);
        }
        expect(await viewsOf(id)).toBe(1);
        expect((await bytes(slug)).status).toBe(410);
      });

      it('come with a right password, and not before', async () => {
        const { slug } = await share({ password: 'sesame' });
        const locked = await view(slug);
        expect(locked).toMatchObject({ requires_password: true, has_password: true, views: 0 });
        expect(JSON.stringify(locked)).not.toMatch(/grant|X-Amz|_url/);
        await expect(unlock(slug, 'wrong')).rejects.toMatchObject({
          code: 'file_shares.wrong_password',
          status: 401,
        });
        const opened = await unlock(slug, 'sesame');
        expect(opened).toMatchObject({ requires_password: false, views: 1 });
        expect((await fetch(opened.proxy_preview_url ?? '')).status).toBe(200);
      });

      it('are refused for another share, after tampering, in time, and after an update', async () => {
        const [one, two] = [await share({ password: 'a' }), await share({ password: 'b' })];
        const { proxy_preview_url: url } = await unlock(one.slug, 'a');
        const grant = grantOf(url);
        const statusOf = async (slug: string, value: string) =>
          (await bytes(slug, {}, `?grant=${encodeURIComponent(value)}`)).status;
        expect(await statusOf(one.slug, grant)).toBe(200);
        expect(await statusOf(two.slug, grant)).toBe(401);
        const [expiry = '', signature = ''] = grant.split('.');
        const later = (Number.parseInt(expiry, 36) + HOUR_MS).toString(36);
        for (const forged of [`${later}.${signature}`, `${grant}x`, `${expiry}.`, 'x', 'zzz.zzz']) {
          expect(await statusOf(one.slug, forged)).toBe(401);
        }
        await server.api.call(updateFileShare, { params: { id: one.id }, body: { remark: 'new' } });
        expect(await statusOf(one.slug, grant)).toBe(401);
        const fresh = grantOf((await unlock(two.slug, 'b')).proxy_preview_url);
        server.moveClock(HOUR_MS + 1000);
        expect(await statusOf(two.slug, fresh)).toBe(401);
      });

      it('end with the share', async () => {
        const { slug } = await share({ expires_in: 0.5 });
        const { proxy_preview_url: url } = await view(slug);
        server.moveClock(HOUR_MS / 2 + 1000);
        expect((await fetch(url ?? '')).status).toBe(410);
      });
    });

    it('hands out presigned URLs of a minute for limited shares, and of an hour for others', async () => {
      const lifetimeOf = async (options: UploadOptions) => {
        const { slug } = await share(options);
        const { s3_direct_preview_url: url, previewUrl } = await view(slug);
        return { seconds: new URL(url ?? '').searchParams.get('X-Amz-Expires'), previewUrl };
      };
      const limited = await lifetimeOf({ max_views: 2 });
      expect(limited.seconds).toBe('60');
      expect(limited.previewUrl).toContain('/api/file-view/');
      const open = await lifetimeOf({});
      expect(open.seconds).toBe('3600');
      expect(open.previewUrl).toContain(store === 'embedded' ? '/s3/satchel/' : '/bucket-');
      expect((await fetch(open.previewUrl ?? '')).status).toBe(200);
      expect((await lifetimeOf({ use_proxy: true })).previewUrl).toContain('/api/file-view/');
    });

    it('spends nothing on HEAD, peek, 304, 412, 416 and what is refused', async () => {
      const { slug, id } = await share({ max_views: 1 });
      expect(await view(slug, { peek: 1 })).not.toHaveProperty('proxy_preview_url');
      const head = await bytes(slug, {}, '', 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, `${CONTENT.length}`]);
      const etag = head.headers.get('etag');
      expect((await bytes(slug, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
      const since = new Date(server.now().getTime() + HOUR_MS).toUTCString();
      expect((await bytes(slug, { 'if-modified-since': since })).status).toBe(304);
      expect((await bytes(slug, { range: 'bytes=900-' })).status).toBe(416);
      const before = { 'if-unmodified-since': new Date(0).toUTCString() };
      for (const condition of [{ 'if-match': '"x"' }, before]) {
        expect((await bytes(slug, condition)).status).toBe(412);
        expect((await bytes(slug, condition, '', 'HEAD')).status).toBe(412);
      }
      expect((await bytes(slug, { 'if-match': `"x", ${etag}` }, '', 'HEAD')).status).toBe(200);
      const info = await fetch(`${server.url}/api/public/files/${slug}`, { method: 'HEAD' });
      const length = info.headers.get('content-length');
      expect(info.status).toBe(200);
      await expect(unlock(slug, 'x')).rejects.toMatchObject({ code: 'file_shares.no_password' });
      expect(await viewsOf(id)).toBe(0);
      const old = { 'if-modified-since': new Date(0).toUTCString() };
      expect(await (await bytes(slug, old)).text()).toBe(CONTENT);
      const { slug: same } = await share({ max_views: 1 });
      const opened = await fetch(`${server.url}/api/public/files/${same}`);
      expect(length).toBe(opened.headers.get('content-length'));
    });

    it('tells nothing of the bytes before the password or the last view (CONTRACT A6)', async () => {
      const open = await share({});
      const digest = open.etag ?? '';
      expect((await bytes(open.slug, {}, '', 'HEAD')).headers.get('etag')).toBe(digest);
      const tags = new Set<string | null>();
      for (const limit of [{ max_views: 5 }, { max_views: 5 }, { password: 'sesame' }]) {
        const { slug } = await share(limit);
        const secret = { 'x-share-password': 'sesame' };
        const head = await bytes(slug, secret, '', 'HEAD');
        const read = await bytes(slug, secret);
        expect(read.headers.get('etag')).toBe(head.headers.get('etag'));
        expect(head.headers.get('last-modified')).toBe(read.headers.get('last-modified'));
        const part = { ...secret, range: 'bytes=0-2', 'if-range': head.headers.get('etag') ?? '' };
        expect((await bytes(slug, part)).status).toBe(206);
        tags.add(head.headers.get('etag'));
      }
      expect(tags.size).toBe(3);
      expect(tags).not.toContain(digest);
      expect([...tags].every((tag) => /^"[\w-]{43}"$/.test(tag ?? ''))).toBe(true);
    });

    it('describes a share in place to HEAD as to GET, and opaquely where it is limited', async () => {
      const config = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      const storage = await useStorage(server, config.id);
      const mount = `/in-place-${crypto.randomUUID()}`;
      await storage.mount(mount);
      await storage.put('lies/here.txt', 'as it was');
      const { slug, fileId: id } = await server.api.call(shareEntry, {
        body: { path: `${mount}/lies/here.txt` },
      });
      await storage.put('lies/here.txt', 'as it has become since');
      const compare = async (secret: Record<string, string>) => {
        const head = await bytes(slug, secret, '', 'HEAD');
        const read = await bytes(slug, secret);
        expect(await read.text()).toBe('as it has become since');
        for (const name of ['content-length', 'etag', 'last-modified', 'content-type']) {
          expect(head.headers.get(name), name).toBe(read.headers.get(name));
        }
        const since = { ...secret, 'if-modified-since': read.headers.get('last-modified') ?? '' };
        expect((await bytes(slug, since)).status).toBe(304);
        return head.headers.get('etag');
      };
      const plain = await compare({});
      const body = { password: 'sesame', max_views: 3 };
      await server.api.call(updateFileShare, { params: { id }, body });
      expect(JSON.stringify(await view(slug))).not.toContain('lies/');
      expect(await compare({ 'x-share-password': 'sesame' })).not.toBe(plain);
      expect(await viewsOf(id)).toBe(1);
    });

    it('names file, size and limits before the password, never remark or creator (CONTRACT A6)', async () => {
      const { slug } = await share({ password: 'sesame', remark: 'for Ann only', max_views: 9 });
      for (const query of [{}, { peek: 1 }]) {
        expect(await view(slug, query)).toMatchObject({
          filename: 'hello.txt',
          size: CONTENT.length,
          mimetype: 'text/plain',
          max_views: 9,
          views: 0,
          remark: null,
          created_by: null,
        });
      }
      expect(await unlock(slug, 'sesame')).toMatchObject({
        remark: 'for Ann only',
        created_by: expect.any(String),
      });
    });

    it('shows the views of just now also to who only peeks or has yet to give the password (CONTRACT A3, F4)', async () => {
      const { slug } = await share({});
      await view(slug);
      await view(slug);
      expect(await view(slug, { peek: 1 })).toMatchObject({ views: 2 });
      const { slug: locked } = await share({ password: 'sesame' });
      await unlock(locked, 'sesame');
      expect(await view(locked)).toMatchObject({ views: 1, requires_password: true });
    });

    it('counts a limit that another replica set from then on, and not the views that wait to be written (SECURITY 18)', async () => {
      const { id, slug } = await share({});
      await view(slug);
      await view(slug);
      const limit = { maxViews: 1, views: 0 };
      await server.prisma.fileShare.update({ where: { id }, data: limit });
      await server.services.fileShares.close();
      expect(await view(slug)).toMatchObject({ views: 1, isLastView: true });
    });

    it('spends a view for a range without a grant, like for the whole', async () => {
      const { slug } = await share({ max_views: 1 });
      expect((await bytes(slug, { range: 'bytes=0-3' })).status).toBe(206);
      expect((await bytes(slug, { range: 'bytes=4-8' })).status).toBe(410);
    });

    it('asks for the password of the bytes in header or query, as one plain sentence', async () => {
      const { slug } = await share({ password: 'sesame' });
      const refused = await bytes(slug);
      expect([refused.status, await refused.text()]).toEqual([401, 'This file needs a password\n']);
      expect((await bytes(slug, {}, '', 'HEAD')).status).toBe(401);
      expect((await bytes(slug, { 'x-share-password': 'wrong' })).status).toBe(401);
      expect((await bytes(slug, { 'x-share-password': 'sesame' })).status).toBe(200);
      expect((await bytes(slug, {}, '?password=sesame')).status).toBe(200);
      expect((await bytes(slug, { 'if-none-match': '*' })).status).toBe(401);
    });

    describe('ranges and conditions (RFC 9110)', () => {
      it.each([
        ['bytes=0-3', 206, 'the ', 'bytes 0-3/19'],
        ['bytes=-4', 206, 'file', 'bytes 15-18/19'],
        ['bytes=15-', 206, 'file', 'bytes 15-18/19'],
        ['bytes=15-999', 206, 'file', 'bytes 15-18/19'],
        ['bytes=-999', 206, CONTENT, 'bytes 0-18/19'],
        ['bytes=19-', 416, undefined, 'bytes */19'],
        ['bytes=-0', 416, undefined, 'bytes */19'],
        ['bytes=5-2', 200, CONTENT, null],
        ['bytes=0-1,4-5', 200, CONTENT, null],
        ['lines=1-2', 200, CONTENT, null],
      ])('answers %s', async (range, status, expected, contentRange) => {
        const { slug } = await share();
        const response = await bytes(slug, { range });
        const body = await response.text();
        expect([response.status, response.headers.get('content-range')]).toEqual([
          status,
          contentRange,
        ]);
        if (expected !== undefined) {
          expect(body).toBe(expected);
          expect(response.headers.get('content-length')).toBe(String(expected.length));
        }
      });

      it('sends the whole where If-Range names another version', async () => {
        const { slug, etag } = await share();
        const range = 'bytes=0-3';
        expect((await bytes(slug, { range, 'if-range': etag ?? '' })).status).toBe(206);
        expect((await bytes(slug, { range, 'if-range': '"other"' })).status).toBe(200);
      });
    });

    it.each([
      ['page.html', 'text/html'],
      ['image.svg', 'image/svg+xml'],
      ['feed.xml', 'xml'],
      ['page.xhtml', 'application/xhtml+xml'],
    ])(
      'serves %s as an attachment, in a sandbox where we serve it; presigned URLs too (SECURITY 4)',
      async (filename, type) => {
        const { slug, mimetype } = await share({ filename });
        expect(mimetype).toContain(type);
        const opened = await view(slug);
        const urls = [
          `${server.url}/api/file-view/${slug}`,
          opened.s3_direct_preview_url ?? '',
          opened.s3_direct_download_url ?? '',
        ];
        for (const url of urls) {
          const { headers } = await fetch(url);
          expect(headers.get('content-disposition')).toMatch(/^attachment/);
          // Ceph sets no such headers, and serves content from another origin.
          if (store === 'radosgw' && !url.startsWith(server.url)) continue;
          expect(headers.get('x-content-type-options')).toBe('nosniff');
          expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
        }
      },
    );

    it('names the type by the file name and not by what a client says', async () => {
      const { slug } = await share({ filename: 'photo.png', mimetype: 'text/html' });
      const response = await bytes(slug);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    });

    it('answers 410 to a used-up share until row and object are swept, then 404', async () => {
      const { slug, id, storage_path: key } = await share({ max_views: 1 });
      const { proxy_preview_url: url } = await view(slug);
      await expect(view(slug)).rejects.toMatchObject({ code: 'file_shares.used_up', status: 410 });
      await server.sweep();
      // The grant of the last view is still valid.
      expect((await fetch(url ?? '')).status).toBe(200);
      server.moveClock(2 * HOUR_MS);
      await server.sweep();
      await expect(view(slug)).rejects.toMatchObject({
        code: 'file_shares.not_found',
        status: 404,
      });
      expect(await server.prisma.fileShare.count({ where: { id } })).toBe(0);
      expect((await listStorage(server)).keys).not.toContain(key);
    });

    it('answers 410 to an expired share on every route, then 404', async () => {
      const { slug, storage_path: key } = await share({ expires_in: 1 });
      server.moveClock(HOUR_MS + 1000);
      const expired = { code: 'file_shares.expired', status: 410 };
      await expect(view(slug)).rejects.toMatchObject(expired);
      await expect(view(slug, { peek: 1 })).rejects.toMatchObject(expired);
      await expect(unlock(slug, 'x')).rejects.toMatchObject(expired);
      expect((await bytes(slug)).status).toBe(410);
      expect((await bytes(slug, {}, '', 'HEAD')).status).toBe(410);
      server.moveClock(2 * HOUR_MS);
      await server.sweep();
      expect((await bytes(slug)).status).toBe(404);
      expect((await listStorage(server)).keys).not.toContain(key);
    });

    // Only the embedded store's files can be inspected.
    const embedded = it.skipIf(store !== 'embedded');
    embedded(
      'closes what it opened in the embedded store when visitors go away in the middle (SECURITY 12)',
      async () => {
        const { slug } = await uploadFile(server.api, Buffer.alloc(20 * 1024 * 1024, 7), {
          filename: 'large.bin',
        });
        const openFiles = () =>
          readdirSync('/proc/self/fd').filter((descriptor) => {
            try {
              return readlinkSync(`/proc/self/fd/${descriptor}`).includes(
                '/objects/buckets/satchel/data/',
              );
            } catch {
              return false;
            }
          }).length;
        const before = openFiles();
        for (let round = 0; round < 20; round += 1) {
          const call = get(`${server.url}/api/file-download/${slug}`);
          call.on('error', () => undefined);
          const [response] = (await once(call, 'response')) as [IncomingMessage];
          response.on('error', () => undefined);
          await once(response, 'readable');
          response.destroy();
        }
        await vi.waitFor(() => expect(openFiles()).toBe(before), { timeout: 5000 });
      },
    );
  },
);
