import type { OutgoingHttpHeaders } from 'node:http';
import { getEntry } from '@satchel/api-client/contract/file-system';
import { updateMount } from '@satchel/api-client/contract/mounts';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../../test/raw-request.ts';
import { ANY_SYSTEM, type System, startSystem } from '../../../../test/storages.ts';

const HOUR_S = 3600;

describe.each(ANY_SYSTEM)('the proxy route on %s with %s (CONTRACT F7.2)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  let mountId = '';
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    mountId = await storage.mount('/m');
    await storage.put('a/f.txt', 'through the server');
    await storage.put('a/g.txt', 'another');
    await storage.put('a/x.html', '<script>alert(1)</script>');
  });
  beforeEach(async () => {
    await mount({ web_proxy: true, enable_sign: false, sign_expires: null, is_active: true });
    await settings({ proxy_sign_all: false, proxy_sign_expires: 0 });
  });
  afterAll(() => close());

  const mount = (body: EndpointInput<typeof updateMount>['body']) =>
    server.api.call(updateMount, { params: { id: mountId }, body });
  const settings = (body: Record<string, string | number | boolean>) =>
    server.api.call(updateSettingGroup, { params: { group: '1' }, query: {}, body });
  const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') =>
    rawRequest(server.url, `/api/p${path}`, headers, method);
  const error = async (path: string) => {
    const { status, text } = await ask(path, { accept: 'application/json' });
    return [status, (JSON.parse(text) as { error: string }).error];
  };
  const urls = async (path: string) => {
    const found = await server.api.call(getEntry, { query: { path } });
    return { preview: found.preview_url ?? '', download: found.download_url ?? '' };
  };
  /** Part of a URL after `/api/p`. */
  const targetOf = (url: string) => url.slice(`${server.url}/api/p`.length);

  it('sends files to everybody, as safely as any content (SECURITY 4)', async () => {
    const reply = await ask('/m/a/f.txt');
    expect(reply).toMatchObject({ status: 200, text: 'through the server' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^inline; filename="f.txt"/),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      etag: expect.any(String),
    });
    const active = await ask('/m/a/x.html');
    expect(active.headers['content-disposition']).toMatch(/^attachment; /);
    const download = await ask('/m/a/f.txt?download=true');
    expect(download.headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('knows HEAD, ranges and ETags', async () => {
    const head = await ask('/m/a/f.txt', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '18']);
    const part = await ask('/m/a/f.txt', { range: 'bytes=0-6' });
    expect([part.status, part.text]).toEqual([206, 'through']);
    const fresh = await ask('/m/a/f.txt', { 'if-none-match': head.headers.etag ?? '' });
    expect(fresh.status).toBe(304);
    const beyond = await ask('/m/a/f.txt', { range: 'bytes=18-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */18']);
  });

  it('ignores ts, and credentials of any kind (CONTRACT A5)', async () => {
    expect((await ask(`/m/a/f.txt?ts=${Date.now()}`)).status).toBe(200);
    const credentials = ['Bearer stale', 'ApiKey unknown', 'Basic !', 'Negotiate x'];
    for (const authorization of credentials) {
      expect((await ask('/m/a/f.txt', { authorization })).status).toBe(200);
    }
  });

  it('is not there where the mount does not say so, not even for an administrator', async () => {
    const { authorization } = server;
    const expectAbsent = async () => {
      const reply = await ask('/m/a/f.txt', { authorization });
      expect([reply.status, reply.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
      expect(await error('/m/a/f.txt')).toEqual(await error('/no/mount/at/all.txt'));
    };
    await mount({ web_proxy: false });
    await expectAbsent();
    await mount({ web_proxy: true, is_active: false });
    await expectAbsent();
  });

  it('sends files only, and says the same of all that is none', async () => {
    for (const path of ['/m/a/none.txt', '/m/a', '/m/a/', '/m/a/f.txt/', '/m', '/m/', '', '/']) {
      for (const method of ['GET', 'HEAD']) {
        expect((await ask(path, {}, method)).status, path).toBe(404);
      }
    }
  });

  it.each([
    '/m/a/../a/f.txt',
    '/m/%2e%2e/m/a/f.txt',
    '/m/a/%2E%2E/a/f.txt',
    '/m/a/..%2fa/f.txt',
    '/m/./a/f.txt',
    '/m/a%5cf.txt',
    '/m\\a\\f.txt',
    '/m/a/f.txt%00',
    '/m/a/f.txt%0d%0a',
    '/m/a/%252e%252e/a/f.txt',
    '/m/%61/%66.txt/%2e',
    '/m/a/%c3%28',
    '/m/a/%',
    `/m/${'x'.repeat(2050)}`,
    `/m/${'x/'.repeat(1100)}f`,
  ])('refuses %s (SECURITY 2)', async (path) => {
    const reply = await ask(path);
    expect([400, 404]).toContain(reply.status);
    expect(reply.text).not.toContain('through the server');
  });

  it.each([
    '100%.txt',
    '%2e%2e.txt',
    'a#b.txt',
    'a?b=c&d.txt',
    'a+b.txt',
    'a b.txt',
    ' leading and trailing ',
    'semi;colon,comma=.txt',
    'quote\'".txt',
    '中文/文 件 😀.txt',
    'dots./...',
    'cafe\u0301/cafe\u0301.txt',
  ])('opens by its own address whatever is called %j', async (key) => {
    await storage.put(key, `this is ${key}`);
    await settings({ proxy_sign_all: true });
    const { preview, download } = await urls(`/m/${key}`);
    expect(preview).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/p\/m\//);
    for (const url of [preview, download]) {
      expect(await (await fetch(url)).text(), url).toBe(`this is ${key}`);
    }
  });

  describe('signed', () => {
    const both = ['the mount', { enable_sign: true }, {}] as const;
    const all = ['the settings', {}, { proxy_sign_all: true }] as const;

    it.each([both, all])('where %s say so', async (_, body, values) => {
      await mount(body);
      await settings(values);
      const { preview, download } = await urls('/m/a/f.txt');
      expect(await ask(targetOf(preview))).toMatchObject({
        status: 200,
        text: 'through the server',
        headers: { 'cache-control': 'private, no-cache' },
      });
      const { headers } = await ask(targetOf(download));
      expect(headers['content-disposition']).toMatch(/^attachment; /);
      const unsigned = await ask('/m/a/f.txt');
      expect([unsigned.status, unsigned.text]).toEqual([401, expect.stringMatching(/^[^{}]+$/)]);
      expect(await error('/m/a/f.txt')).toEqual([401, 'file_system.signature_invalid']);
    });

    it('needs no signature where nobody asks for one', async () => {
      expect((await urls('/m/a/f.txt')).preview).not.toContain('sign=');
    });

    it('is good for one file, and tells nothing of the others', async () => {
      await mount({ enable_sign: true });
      const { searchParams } = new URL((await urls('/m/a/f.txt')).preview);
      const sign = encodeURIComponent(searchParams.get('sign') ?? '');
      const other = await error(`/m/a/g.txt?sign=${sign}`);
      expect(other).toEqual([401, 'file_system.signature_invalid']);
      expect(await error(`/m/a/none.txt?sign=${sign}`)).toEqual(other);
      expect(await error(`/m/a/?sign=${sign}`)).toEqual(other);
    });

    it('is looked at before the storage is asked for anything (SECURITY 2, 9)', async () => {
      await mount({ enable_sign: true });
      storage.takeRequests();
      const deep = '/cafe\u0301'.repeat(100);
      for (const path of [deep, deep.normalize('NFC'), '/a/f.txt', '/a/none.txt']) {
        expect((await ask(encodeURI(`/m${path}?sign=x:0`))).status).toBe(401);
      }
      expect(storage.takeRequests()).toEqual([]);
    });

    it('is not to be forged, nor made to last', async () => {
      await mount({ enable_sign: true, sign_expires: HOUR_S });
      const { searchParams } = new URL((await urls('/m/a/f.txt')).preview);
      const [proof = '', end = ''] = (searchParams.get('sign') ?? '').split(':');
      expect(Number(end)).toBeGreaterThan(Date.now() / 1000);
      const forged = [
        '',
        ':',
        ':0',
        proof,
        `${proof}:`,
        `${proof}:0`,
        `${proof}:${Number(end) + 1}`,
        `${proof}:${end}.0`,
        `${proof}: ${end}`,
        `${proof}:${end}:${end}`,
        `${proof}:-1`,
        `${proof}:1e12`,
        `${proof}=:${end}`,
        `${proof.slice(1)}:${end}`,
        `${proof.toLowerCase()}x:${end}`,
        `A${proof.slice(1)}:${end}`,
      ].filter((sign) => sign !== `${proof}:${end}`);
      for (const sign of forged) {
        const { status } = await ask(`/m/a/f.txt?sign=${encodeURIComponent(sign)}`);
        expect(status, sign).toBe(401);
      }
      const right = encodeURIComponent(`${proof}:${end}`);
      expect((await ask(`/m/a/f.txt?sign=${right}`)).status).toBe(200);
    });

    it.each([
      ['its mount says', { enable_sign: true, sign_expires: HOUR_S }, {}, HOUR_S],
      ['the settings say', { enable_sign: true }, { proxy_sign_expires: HOUR_S }, HOUR_S],
      [
        'its mount says, whatever the settings',
        { enable_sign: true, sign_expires: HOUR_S },
        { proxy_sign_expires: 60 },
        HOUR_S,
      ],
    ])('ends when %s', async (_, body, values, lifetimeS) => {
      await mount(body);
      await settings(values);
      const target = targetOf((await urls('/m/a/f.txt')).preview);
      server.moveClock((lifetimeS - 10) * 1000);
      expect((await ask(target)).status).toBe(200);
      server.moveClock(20_000);
      expect((await ask(target)).status).toBe(401);
      // Simulates a clock that was set back.
      server.moveClock(-20_000);
      expect((await ask(target)).status).toBe(200);
    });

    it.each([
      ['the settings', { enable_sign: true }, { proxy_sign_expires: 0 }],
      ['its mount', { enable_sign: true, sign_expires: 0 }, { proxy_sign_expires: HOUR_S }],
    ])('never ends where %s say 0', async (_, body, values) => {
      await mount(body);
      await settings(values);
      const { preview } = await urls('/m/a/f.txt');
      expect(new URL(preview).searchParams.get('sign')).toMatch(/:0$/);
      server.moveClock(10 * 365 * 86_400_000);
      const { status } = await ask(targetOf(preview));
      server.moveClock(-10 * 365 * 86_400_000);
      expect(status).toBe(200);
    });

    it('ends with the right of the mount, and begins again with it', async () => {
      await mount({ enable_sign: true });
      const target = targetOf((await urls('/m/a/f.txt')).preview);
      await mount({ web_proxy: false });
      expect((await ask(target)).status).toBe(404);
      await mount({ web_proxy: true });
      expect((await ask(target)).status).toBe(200);
    });
  });
});
