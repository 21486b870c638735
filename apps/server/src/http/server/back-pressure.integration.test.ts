import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkAdminToken } from '@satchel/api-client/contract/sessions';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '../../../test/start-server.ts';

/** Starts the server behind a proxy, because requests from loopback are not counted. */
const limitedTo = (callsPerMinute: number) =>
  startServer('sqlite', {
    RATE_LIMIT_PER_MINUTE: String(callsPerMinute),
    TRUSTED_PROXIES: '127.0.0.1',
  });

describe('back-pressure', () => {
  let server: TestServer;
  afterEach(() => server.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.url + path, {
      headers: { 'x-forwarded-for': '198.51.100.7', ...headers },
    });
    const body = reply.headers.get('content-type')?.includes('json') ? await reply.json() : {};
    return { status: reply.status, headers: reply.headers, body };
  };
  const statuses = async (count: number, path: string, headers?: Record<string, string>) => {
    const found = [];
    for (let call = 0; call < count; call += 1) found.push((await get(path, headers)).status);
    return found;
  };

  it('lets one source make so many calls a minute without a credential, and says when to come back', async () => {
    server = await limitedTo(3);
    expect(await statuses(4, '/api/paste/nothing')).toEqual([404, 404, 404, 429]);
    const refused = await get('/api/version', { 'accept-language': 'zh-CN' });
    expect(refused.body).toMatchObject({
      error: 'request.rate_limited',
      message: expect.stringMatching(/^请求过于频繁，请在 \d+ 秒后重试$/),
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    // A credential that is not checked does not exempt a request.
    const withKey = await get('/api/paste/nothing', { authorization: 'ApiKey made-up' });
    expect(withKey.status).toBe(429);
  });

  it('counts neither those who are let in, nor those who watch over the server', async () => {
    server = await limitedTo(1);
    expect(await statuses(2, '/api/paste/nothing')).toEqual([404, 429]);
    for (let call = 0; call < 3; call += 1) {
      await server.api.call(checkAdminToken, {});
      await server.api.call(createTextShare, { body: { content: 'mine' } });
    }
    expect(await statuses(3, '/api/health')).toEqual([200, 200, 200]);
    expect(await statuses(3, '/api/health/ready')).toEqual([200, 200, 200]);
  });

  it('counts callers behind a trusted proxy each for themselves, an IPv6 /64 as one', async () => {
    server = await limitedTo(2);
    const from = (address: string) =>
      get('/api/version', { 'x-forwarded-for': address }).then(({ status }) => status);
    expect([await from('198.51.100.1'), await from('198.51.100.1')]).toEqual([200, 200]);
    expect(await from('198.51.100.1')).toBe(429);
    expect(await from('198.51.100.2')).toBe(200);
    expect([await from('2001:db8::1'), await from('2001:db8::2')]).toEqual([200, 200]);
    expect([await from('2001:db8::3'), await from('2001:db8:0:1::3')]).toEqual([429, 200]);
  });

  it('does not believe an address that a caller of the proxy claims', async () => {
    server = await limitedTo(2);
    const claiming = (address: string) =>
      get('/api/version', { 'x-forwarded-for': `${address}, 198.51.100.9` }).then(
        ({ status }) => status,
      );
    const found = [await claiming('203.0.113.1'), await claiming('203.0.113.2')];
    expect([...found, await claiming('203.0.113.3')]).toEqual([200, 200, 429]);
  });

  it('does not shut out the visitors of a proxy on the same machine that nobody has named', async () => {
    server = await startServer('sqlite', { RATE_LIMIT_PER_MINUTE: '2' });
    expect(new Set(await statuses(5, '/api/version'))).toEqual(new Set([200]));
  });

  it('does not count where the limit is 0', async () => {
    server = await limitedTo(0);
    expect(new Set(await statuses(30, '/api/version'))).toEqual(new Set([200]));
  });

  it('refuses requests while the event loop lags, but not those of who watches, and recovers', async () => {
    server = await startServer('sqlite', { OVERLOAD_DELAY_MS: '30' });
    let isBusy = true;
    // Work that lets the event loop serve others only now and then.
    const work = (async () => {
      while (isBusy) {
        for (const end = performance.now() + 120; performance.now() < end; );
        await sleep(0);
      }
    })();
    await vi.waitFor(
      async () => {
        const refused = await get('/api/version');
        expect(refused.body).toMatchObject({ error: 'server.overloaded', code: 503 });
        expect(refused.headers.get('retry-after')).toBe('2');
      },
      { timeout: 30_000, interval: 50 },
    );
    expect((await get('/api/health')).status).toBe(200);
    isBusy = false;
    await work;
    await vi.waitFor(async () => expect((await get('/api/version')).status).toBe(200), {
      timeout: 30_000,
      interval: 200,
    });
  });

  it('closes connections over their number at once, and takes new ones when others have gone', async () => {
    server = await startServer('sqlite', { MAX_CONNECTIONS: '2' });
    const port = Number(new URL(server.url).port);
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    /** Answer on a connection: its first bytes, or everything until its end. */
    const answerOn = (socket: Socket) =>
      new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(String(data).slice(0, 12)));
        socket.once('close', () => resolve('closed'));
        socket.once('error', () => resolve('closed'));
        socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
      });
    const [one, two] = [await open(), await open()];
    expect([await answerOn(one), await answerOn(two)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(await answerOn(await open())).toBe('closed');
    one.destroy();
    await vi.waitFor(async () => {
      const next = await open();
      const answer = await answerOn(next);
      next.destroy();
      expect(answer).toBe('HTTP/1.1 200');
    });
    two.destroy();
  });
});
