import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../../test/raw-request.ts';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const LETTERS = 'abcdefghij';

describe.each(SYSTEM)('content of mounts on %s with %s (CONTRACT A5, F7)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    await storage.mount('/m', { web_proxy: true });
    await storage.mount('/open', { web_proxy: true });
    await storage.put('ten.txt', LETTERS);
    await storage.put('empty.bin', '');
    await storage.put('dir/', '');
    await storage.put('dir/in.txt', 'in');
  });
  afterAll(() => close());

  const download = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') =>
    rawRequest(
      server.url,
      `/api/fs/download?path=${encodeURIComponent(path)}`,
      { authorization: server.authorization, ...headers },
      method,
    );
  const ten = (headers: OutgoingHttpHeaders = {}, method = 'GET') =>
    download('/m/ten.txt', headers, method);

  it('are the bytes of the file, under its name and type, kept out of shared caches', async () => {
    const reply = await ten();
    expect(reply).toMatchObject({ status: 200, text: LETTERS });
    expect(reply.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="ten.txt"; filename*=UTF-8''ten.txt`,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
    });
    expect(reply.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });

  it('come whole where they are large, of any bytes', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 1);
    await storage.bucket.put('large.bin', Readable.from([bytes]), {
      contentType: 'x/y',
      size: bytes.length,
      signal: AbortSignal.timeout(10_000),
    });
    const reply = await download('/m/large.bin');
    expect(reply.body.equals(bytes)).toBe(true);
    expect(reply.headers['content-type']).toBe('application/octet-stream');
  });

  it('answer HEAD like GET, without the bytes', async () => {
    const [head, get] = [await ten({}, 'HEAD'), await ten()];
    const described = ({ headers: { date: _, 'x-request-id': __, ...headers } }: typeof get) =>
      headers;
    expect([head.status, head.text]).toEqual([200, '']);
    expect(described(head)).toEqual(described(get));
  });

  describe('in ranges (RFC 9110 14)', () => {
    it.each([
      ['bytes=0-3', 'abcd', 'bytes 0-3/10'],
      ['bytes=4-', 'efghij', 'bytes 4-9/10'],
      ['bytes=-3', 'hij', 'bytes 7-9/10'],
      ['bytes=3-3', 'd', 'bytes 3-3/10'],
      ['bytes=8-100', 'ij', 'bytes 8-9/10'],
      ['bytes=-100', LETTERS, 'bytes 0-9/10'],
      ['bytes=2-99999999999999999999999999', 'cdefghij', 'bytes 2-9/10'],
    ])('%s is %s', async (range, text, contentRange) => {
      const reply = await ten({ range });
      expect(reply).toMatchObject({ status: 206, text });
      expect(reply.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': String(text.length),
        'content-type': 'text/plain; charset=utf-8',
      });
    });

    it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999999999-'])(
      '%s is not there: 416 says how long the file is',
      async (range) => {
        const reply = await ten({ range });
        expect(reply.status).toBe(416);
        expect(reply.headers['content-range']).toBe('bytes */10');
        expect(reply.headers).not.toHaveProperty('content-disposition');
        expect(reply.text).toMatch(/^[^{}\n]+\n$/);
      },
    );

    it.each([
      'bytes=0-1,4-5',
      'bytes=5-2',
      'bytes=a-b',
      'bytes=',
      'bytes',
      'items=0-1',
      'bytes=1-2-3',
      'bytes=0x0-0x3',
    ])('%s is no single range: the whole is sent', async (range) => {
      const reply = await ten({ range });
      expect(reply).toMatchObject({ status: 200, text: LETTERS });
      expect(reply.headers).not.toHaveProperty('content-range');
    });

    it('of an empty file are not there', async () => {
      const reply = await download('/m/empty.bin', { range: 'bytes=0-' });
      expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */0']);
      expect(await download('/m/empty.bin')).toMatchObject({ status: 200, text: '' });
    });

    it('are of the version that If-Range names, else the whole', async () => {
      const { etag = '', 'last-modified': modified = '' } = (await ten()).headers;
      const ask = (ifRange: string) => ten({ range: 'bytes=0-1', 'if-range': ifRange });
      for (const same of [etag, modified]) {
        expect(await ask(same)).toMatchObject({ status: 206, text: 'ab' });
      }
      const others = ['"other"', `W/${etag}`, 'Mon, 01 Jan 2001 00:00:00 GMT', 'nonsense'];
      for (const other of others) {
        expect(await ask(other)).toMatchObject({ status: 200, text: LETTERS });
      }
    });
  });

  describe('with conditions (RFC 9110 13)', () => {
    it('are not sent to those who have them', async () => {
      const { etag = '' } = (await ten()).headers;
      for (const method of ['GET', 'HEAD']) {
        for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const reply = await ten({ 'if-none-match': tag }, method);
          expect([reply.status, reply.text], `${method} ${tag}`).toEqual([304, '']);
          expect(reply.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
        }
        expect((await ten({ 'if-none-match': '"x"' }, method)).status).toBe(200);
      }
    });

    it('are not sent either where a range of them is asked for', async () => {
      const { etag = '' } = (await ten()).headers;
      for (const range of ['bytes=0-1', 'bytes=10-']) {
        expect((await ten({ range, 'if-none-match': etag })).status).toBe(304);
      }
      expect(await ten({ range: 'bytes=0-1', 'if-none-match': '"x"' })).toMatchObject({
        status: 206,
        text: 'ab',
      });
    });

    it('by time too, which counts less than an ETag', async () => {
      const { 'last-modified': modified = '' } = (await ten()).headers;
      const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
      expect((await ten({ 'if-modified-since': modified })).status).toBe(304);
      expect((await ten({ 'if-modified-since': earlier })).status).toBe(200);
      expect((await ten({ 'if-modified-since': 'nonsense' })).status).toBe(200);
      const both = { 'if-modified-since': modified, 'if-none-match': '"x"' };
      expect((await ten(both)).status).toBe(200);
    });
  });

  it('change their ETag with their bytes', async () => {
    await storage.put('changing.txt', 'one');
    const { etag } = (await download('/m/changing.txt')).headers;
    await storage.put('changing.txt', 'two');
    const after = await download('/m/changing.txt', { 'if-none-match': etag });
    expect(after).toMatchObject({ status: 200, text: 'two' });
  });

  describe('of active types (SECURITY 4)', () => {
    it.each(['x.html', 'x.HTM', 'x.svg', 'x.xml', 'x.xhtml', 'x.js', 'x.rss', 'x.xsl'])(
      '%s is an attachment, in a sandbox, and is what its name says',
      async (name) => {
        await storage.put(name, '<script>alert(1)</script>');
        const { headers } = await download(`/m/${name}`);
        expect(headers['content-disposition']).toMatch(/^attachment; /);
        expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
        expect(headers['x-content-type-options']).toBe('nosniff');
      },
    );

    it.each([
      ['x.png', 'image/png'],
      ['x.pdf', 'application/pdf'],
      ['x.mp4', 'video/mp4'],
      ['x.md', 'text/markdown; charset=utf-8'],
      ['x.unknown', 'application/octet-stream'],
      ['x', 'application/octet-stream'],
    ])('%s is shown as %s, whatever the storage says', async (name, type) => {
      await storage.bucket.put(name, Readable.from([Buffer.from('<html>')]), {
        contentType: 'text/html',
        size: 6,
        signal: AbortSignal.timeout(10_000),
      });
      const { headers } = await download(`/m/${name}`);
      expect(headers['content-type']).toBe(type);
      expect(headers['content-disposition']).toMatch(/^inline; /);
    });

    it('anything is an attachment where a download is asked for', async () => {
      const query = `path=${encodeURIComponent('/m/ten.txt')}&download=true`;
      const { headers } = await rawRequest(server.url, `/api/fs/download?${query}`, {
        authorization: server.authorization,
      });
      expect(headers['content-disposition']).toMatch(/^attachment; filename="ten.txt"/);
    });
  });

  it.each([
    ['say "hi"; x=y.txt', 'say "hi"; x=y.txt'],
    ["it's 100%41.txt", "it's 100%41.txt"],
    ['中文 😀.txt', '中文 😀.txt'],
    ['naïve.txt', 'naïve.txt'],
    ['exe\u202etxt.scr', 'exetxt.scr'],
  ])('of %j break out of no header (SECURITY 9)', async (name, shown) => {
    await storage.put(name, 'x');
    const { headers, text } = await download(`/m/${name}`);
    const match = /^inline; filename="[^"\\%]*"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(
      headers['content-disposition'] ?? '',
    );
    expect(decodeURIComponent(match?.[1] ?? '')).toBe(shown);
    expect(text).toBe('x');
  });

  it('with CR and LF in the name have no path at all', async () => {
    await storage.put('a\r\nSet-Cookie: x=1', 'x');
    const reply = await download('/m/a\r\nSet-Cookie: x=1');
    expect(reply.status).toBe(400);
    expect(reply.headers).not.toHaveProperty('set-cookie');
    await storage.bucket.remove(['a\r\nSet-Cookie: x=1']);
  });

  it.each(['GET', 'HEAD'])('are of files only: %s of a directory is 404', async (method) => {
    for (const path of ['/m/dir/', '/m/dir', '/m', '/m/', '/m/ten.txt/', '/m/none', '/m/dir//']) {
      const reply = await download(path, {}, method);
      expect(reply.status, path).toBe(404);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });

  it('are refused in one plain sentence, or in the envelope where JSON is asked for', async () => {
    const plain = await download('/m/none');
    expect(plain.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(plain.text).toMatch(/^[^{}\n]+\n$/);
    for (const accept of ['application/json', 'text/html, application/json;q=0.9']) {
      const reply = await download('/m/none', { accept });
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(reply.text)).toMatchObject({
        success: false,
        code: 404,
        error: 'file_system.not_found',
        data: null,
      });
    }
    const chinese = await download('/m/none', { 'accept-language': 'zh-CN' });
    expect(chinese.text).toMatch(/[\u4e00-\u9fff]/);
  });

  it('need a credential with the right to see them', async () => {
    const { authorization } = await server.createApiKey({ permissions: 0xff });
    const inside = { permissions: PERMISSION_FLAGS.mount_view, basePath: '/m/dir' };
    const confined = await server.createApiKey(inside);
    expect((await ten({ authorization: '' })).status).toBe(401);
    expect((await ten({ authorization })).status).toBe(403);
    const own = { authorization: confined.authorization };
    expect((await ten(own)).status).toBe(403);
    expect(await download('/m/dir/in.txt', own)).toMatchObject({ status: 200, text: 'in' });
  });

  it('end the request to the storage when nobody wants them any more', async () => {
    const bytes = Buffer.alloc(8 * 1024 * 1024);
    await storage.bucket.put('endless.bin', Readable.from([bytes]), {
      contentType: 'x/y',
      size: bytes.length,
      signal: AbortSignal.timeout(10_000),
    });
    await expect.poll(storage.running).toBe(0);
    const { signal, abort } = abortable();
    const url = `${server.url}/api/fs/download?path=/m/endless.bin`;
    const headers = { authorization: server.authorization };
    const reply = await fetch(url, { headers, signal });
    expect([reply.status, storage.running()]).toEqual([200, 1]);
    abort();
    await expect.poll(storage.running).toBe(0);
  });

  it('break off where the storage does, and do not look whole (SECURITY 12)', async () => {
    storage.setFault(({ operation }) => (operation === 'get' ? 'cut_reply' : undefined));
    await expect(ten()).rejects.toThrow(/aborted|hang up/);
    storage.setFault(undefined);
    expect(await ten()).toMatchObject({ text: LETTERS });
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
