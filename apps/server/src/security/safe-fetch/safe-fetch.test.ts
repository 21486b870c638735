import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GZIP_BOMB,
  SOURCE_TEXT,
  startSource,
  type TestSource,
} from '../../../test/start-source.ts';
import type { Resolver } from './address-guard.ts';
import { createSafeFetch, type SafeRequest } from './safe-fetch.ts';

const MEBIBYTE = 1024 * 1024;
const NOBODY = { origins: [], localPort: undefined, storageEndpoints: [] };
const PATIENT = { headersTimeoutMs: 20_000, idleTimeoutMs: 20_000, totalTimeoutMs: 20_000 };
const noNames: Resolver = async (hostname) => {
  throw new Error(`nobody should ask for ${hostname}`);
};

describe('createSafeFetch (SECURITY 1)', () => {
  let source: TestSource;
  beforeAll(async () => {
    source = await startSource();
  });
  beforeEach(() => source.forget());
  afterAll(() => source.close());

  const open = (
    url: string,
    {
      limits = PATIENT,
      resolve = noNames,
      allow = ['127.0.0.1'],
      ...request
    }: Partial<SafeRequest & NonNullable<Parameters<typeof createSafeFetch>[0]>> = {},
  ) =>
    createSafeFetch({ allow, resolve, limits }).open({
      url,
      method: 'GET',
      own: NOBODY,
      maxBytes: MEBIBYTE,
      signal: AbortSignal.timeout(30_000),
      ...request,
    });
  const read = async (path: string, options: Parameters<typeof open>[1] = {}) => {
    const { body } = await open(source.url + path, options);
    return Buffer.concat(await body.toArray());
  };
  const refused = { code: 'url_uploads.address_refused', status: 403 };
  const unreachable = { code: 'url_uploads.source_unreachable', status: 502 };
  const timedOut = { code: 'url_uploads.source_timeout', status: 504 };

  it('sends nothing of the caller, and asks for bytes as they are', async () => {
    expect(String(await read('/hello.txt'))).toBe(SOURCE_TEXT);
    expect(source.requests[0]?.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
      host: new URL(source.url).host,
      'user-agent': 'Satchel',
    });
  });

  it('connects to the address that was checked and keeps the name, without a second look-up', async () => {
    const asked: string[] = [];
    const resolve: Resolver = async (hostname) => {
      asked.push(hostname);
      return asked.length === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    };
    const { body } = await open(`http://files.test:${source.port}/hello.txt`, { resolve });
    expect(String(Buffer.concat(await body.toArray()))).toBe(SOURCE_TEXT);
    expect(asked).toEqual(['files.test']);
    expect(source.requests[0]?.headers.host).toBe(`files.test:${source.port}`);
  });

  it('checks the answer again after a redirect, when it has changed in between', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolve: Resolver = async () => answers.shift() ?? [];
    const url = `http://files.test:${source.port}/loop?left=0`;
    await expect(open(url, { resolve })).rejects.toMatchObject(refused);
    expect(source.requests).toHaveLength(1);
  });

  it('refuses a name with one bad answer among good ones', async () => {
    const resolve: Resolver = async () => ['8.8.8.8', '127.0.0.1'];
    const fetching = open('http://files.test/', { resolve, allow: [] });
    await expect(fetching).rejects.toMatchObject(refused);
    const opened: Resolver = async () => ['127.0.0.1', '127.0.0.2'];
    const mixed = open(`http://files.test:${source.port}/hello.txt`, { resolve: opened });
    await expect(mixed).rejects.toMatchObject(refused);
  });

  it('follows five redirects and not six', async () => {
    expect(String(await read('/loop?left=4'))).toBe(SOURCE_TEXT);
    await expect(read('/loop?left=5')).rejects.toMatchObject(unreachable);
  });

  it('tells a name without address, and a port where nobody listens', async () => {
    const resolve: Resolver = async () => [];
    await expect(open('http://files.test/', { resolve })).rejects.toMatchObject(unreachable);
    await expect(open('http://files.test/')).rejects.toMatchObject(unreachable);
    await expect(open('http://127.0.0.1:1/')).rejects.toMatchObject(unreachable);
  });

  it('does not wait for a look-up that never ends', async () => {
    const resolve: Resolver = () => new Promise(() => undefined);
    const limits = { ...PATIENT, headersTimeoutMs: 30 };
    await expect(open('http://files.test/', { resolve, limits })).rejects.toMatchObject(timedOut);
  });

  it('cuts an endless body off at the limit, and closes the connection', async () => {
    await expect(read('/endless.bin')).rejects.toMatchObject({
      code: 'file_shares.too_large',
      status: 413,
    });
    await source.idle();
    expect(source.endlessBytes()).toBeLessThan(64 * MEBIBYTE);
  });

  it('waits neither for a silent source nor for one that stops in the middle', async () => {
    const limits = { ...PATIENT, idleTimeoutMs: 50 };
    await expect(read('/silent.bin', { limits })).rejects.toMatchObject(timedOut);
    await expect(read('/slow.bin', { limits })).rejects.toMatchObject(timedOut);
    await source.idle();
  });

  it('ends a body that drips for longer than everything may take', async () => {
    const limits = { ...PATIENT, totalTimeoutMs: 300 };
    await expect(read('/drip.bin', { limits })).rejects.toMatchObject(timedOut);
    await source.idle();
  });

  it('lets a slow reader take its time', async () => {
    const limits = { ...PATIENT, idleTimeoutMs: 200 };
    const { body } = await open(`${source.url}/endless.bin`, { limits, maxBytes: 8 * MEBIBYTE });
    await once(body, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(body.errored).toBeNull();
    body.destroy();
    await source.idle();
  });

  it('inflates nothing: a gzip bomb stays as small as it was sent', async () => {
    const bytes = await read('/bomb.txt', { maxBytes: 4096 });
    expect(bytes.equals(GZIP_BOMB)).toBe(true);
  });

  it('caps headers, and tells a body that broke off from one that ended', async () => {
    await expect(read('/headers.bin')).rejects.toMatchObject(unreachable);
    await expect(read('/upgrade.bin')).rejects.toMatchObject(unreachable);
    await expect(read('/broken.bin')).rejects.toMatchObject(unreachable);
  });

  it('stops at once when the caller goes away, before and during the body', async () => {
    const before = new AbortController();
    const fetching = open(`${source.url}/silent.bin`, { signal: before.signal });
    while (source.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    before.abort();
    await expect(fetching).rejects.toMatchObject(unreachable);
    const during = new AbortController();
    const { body } = await open(`${source.url}/slow.bin`, { signal: during.signal });
    during.abort();
    await expect(body.toArray()).rejects.toMatchObject(unreachable);
    await source.idle();
  });

  it('checks without connecting', async () => {
    const guard = createSafeFetch({ allow: ['127.0.0.1'], resolve: noNames });
    const ask = (url: string) =>
      guard.check({ url, own: NOBODY, signal: new AbortController().signal });
    await ask(`${source.url}/hello.txt`);
    await expect(ask('http://127.0.0.2/')).rejects.toMatchObject(refused);
    expect(source.requests).toEqual([]);
  });

  it('refuses this server and its storage even where the allow-list has them', async () => {
    const { port, url } = source;
    const resolve: Resolver = async () => ['127.0.0.1'];
    const attempt = (target: string, own: Partial<SafeRequest['own']>) =>
      open(target, { resolve, own: { ...NOBODY, ...own } });
    const other = `http://files.test:${port}/hello.txt`;
    await expect(attempt(url, { localPort: port })).rejects.toMatchObject(refused);
    await expect(attempt(other, { localPort: port })).rejects.toMatchObject(refused);
    await expect(attempt(other, { origins: [`http://FILES.test.:${port}`] })).rejects.toMatchObject(
      refused,
    );
    for (const endpoint of [url, `http://test:${port}`, `http://store.lan:${port}/`]) {
      await expect(attempt(other, { storageEndpoints: [endpoint] })).rejects.toMatchObject(refused);
    }
    await attempt(other, { storageEndpoints: ['http://store.lan:1', 'nonsense'], localPort: 1 });
  });

  it('refuses our own public name at any port', async () => {
    const resolve: Resolver = async () => ['8.8.8.8'];
    const own = { ...NOBODY, origins: ['https://share.example'] };
    const fetching = open('http://share.example:8080/', { resolve, own, allow: [] });
    await expect(fetching).rejects.toMatchObject(refused);
  });
});
