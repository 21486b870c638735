import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient } from '../src/index.ts';
import * as faults from './fault-server.ts';

let server: faults.FaultServer;
let client: Client;
beforeAll(async () => {
  server = await faults.startFaultServer();
});
beforeEach(() => {
  server.reset();
  client = createClient({ baseUrl: server.url });
});
afterAll(() => server.close());

const inBody = faults.succeed(null, { code: 409, error: 'shares.slug_taken' });
const busy = (retryAfter?: string) =>
  faults.refuse(503, 'server.unavailable', retryAfter ? { 'retry-after': retryAfter } : {});
const paste = { body: { content: 'hello' } };

describe('a call that fails (SPEC 8)', () => {
  it.each([
    ['a code of the table', faults.refuse(409, 'shares.slug_taken'), 'shares.slug_taken', 409],
    ['no code, but a status', faults.refuse(404, 'Not Found'), 'request.not_found', 404],
    ['an envelope with no data', bare, 'client.invalid_reply', 0],
    ['a code in the body alone (SPEC 5)', inBody, 'shares.slug_taken', 409],
    ['a connection that drops', faults.drop, 'client.network', 0],
    ['a reply that breaks off', faults.breakOff, 'client.network', 0],
  ] as const)('by %s tells so by its code', async (_title, answer, code, status) => {
    server.will(answer);
    await expect(client.textShares.create(paste)).rejects.toMatchObject({
      ...{ name: 'ApiError', code, status },
    });
    expect(server.arrived).toHaveLength(1);
  });

  it('has the words, details and request id of the server', async () => {
    server.will(faults.refuse(409, 'shares.slug_taken'));
    await expect(client.textShares.create(paste)).rejects.toMatchObject({
      ...{ message: 'No: shares.slug_taken', requestId: 'r-1', details: {} },
    });
  });

  it('falls back on status and its text where a proxy answers (SPEC 8)', async () => {
    server.will((_request, response) => response.writeHead(502, 'Bad Gateway').end('<html>'));
    await expect(client.textShares.create(paste)).rejects.toMatchObject({
      ...{ code: 'server.unavailable', message: 'HTTP error 502: Bad Gateway' },
    });
  });
});

describe('cancelled and timed out', () => {
  it.each([
    ['before the reply', faults.stall],
    ['within the reply', faults.stallInBody],
  ])('are told apart %s', async (_title, answer) => {
    server.will(answer, answer, answer);
    await expect(client.textShares.create(paste, { timeoutMs: 50 })).rejects.toMatchObject({
      ...{ code: 'client.timeout', message: 'request timed out, server took too long' },
    });
    const limit = { signal: AbortSignal.timeout(50) };
    await expect(client.textShares.create(paste, limit)).rejects.toMatchObject({
      code: 'client.timeout',
    });
    const controller = new AbortController();
    const cancelled = expect(
      client.textShares.create(paste, { signal: controller.signal }),
    ).rejects.toMatchObject({
      ...{ code: 'client.cancelled', message: 'request cancelled or timed out' },
    });
    await expect.poll(() => server.arrived.length).toBe(3);
    controller.abort();
    await cancelled;
  });

  it('reach no server where the signal is aborted before', async () => {
    const call = client.textShares.list({}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'client.cancelled' });
    expect(server.arrived).toEqual([]);
  });

  it('hold for downloads too, but not for the time that reading takes', async () => {
    server.will(faults.stall, (_request, response) => {
      response.write('first ');
      setTimeout(() => response.end('last'), 150);
    });
    const params = { slug: 'a' };
    const call = client.fileShares.download({ params }, { timeoutMs: 50 });
    await expect(call).rejects.toMatchObject({ code: 'client.timeout' });
    const reply = await client.fileShares.download({ params }, { timeoutMs: 100 });
    expect(await reply.text()).toBe('first last');
  });
});

describe('another try', () => {
  it.each([
    ['a busy server', busy()],
    ['a dropped connection', faults.drop],
    ['a gateway that has no server', faults.refuse(502, 'storage.unavailable')],
  ])('is made of a read and of a replacement after %s', async (_title, answer) => {
    server.will(answer, faults.succeed({ max_upload_size: 1 }), answer);
    await expect(client.system.maxUploadSize()).resolves.toEqual({ max_upload_size: 1 });
    await client.fileShares.update({ params: { id: 'a' }, body: { remark: 'b' } });
    expect(server.arrived.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'PUT']);
  });

  it('is made twice at most', async () => {
    server.will(faults.drop, busy('0'), faults.drop, faults.drop);
    await expect(client.system.version()).rejects.toMatchObject({ code: 'client.network' });
    expect(server.arrived).toHaveLength(3);
  });

  it('is not made by a browser without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    server.will(faults.drop);
    await expect(client.system.version()).rejects.toMatchObject({ code: 'client.network' });
    expect(server.arrived).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('is not made of what creates or deletes, unless the server says when', async () => {
    server.will(busy());
    await expect(client.textShares.create(paste)).rejects.toMatchObject({
      code: 'server.unavailable',
    });
    server.will(faults.drop);
    const deletion = client.textShares.delete({ body: { ids: ['a'] } });
    await expect(deletion).rejects.toMatchObject({ code: 'client.network' });
    server.will(faults.refuse(502, 'storage.unavailable', { 'retry-after': '0' }));
    await expect(client.textShares.create(paste)).rejects.toMatchObject({ status: 502 });
    expect(server.arrived).toHaveLength(3);
    server.will(busy('0'), faults.refuse(429, 'auth.throttled', { 'retry-after': '0' }));
    await client.textShares.create(paste);
    expect(server.arrived.slice(3).map(({ body }) => body)).toEqual(
      Array(3).fill('{"content":"hello"}'),
    );
  });

  it.each([
    ['11', 'seconds'],
    [new Date(Date.now() + 3_600_000).toUTCString(), 'a date'],
  ])('is not made where Retry-After asks for more than ten seconds: %s', async (retryAfter) => {
    server.will(faults.refuse(429, 'auth.throttled', { 'retry-after': retryAfter }));
    await expect(client.system.version()).rejects.toMatchObject({ code: 'auth.throttled' });
    expect(server.arrived).toHaveLength(1);
  });

  it('is not waited for by a call that is cancelled', async () => {
    const controller = new AbortController();
    server.will(busy('9'));
    const call = expect(
      client.system.version({}, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'client.cancelled' });
    await expect.poll(() => server.arrived.length).toBe(1);
    controller.abort();
    await call;
  });

  it('is made of a POST with a key, each time under the same one', async () => {
    server.will(faults.drop, faults.drop);
    await client.textShares.create(paste, { idempotencyKey: 'mine' });
    expect(server.arrived.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'mine',
      'mine',
      'mine',
    ]);
    await client.textShares.create(paste);
    expect(server.arrived.at(-1)?.headers).not.toHaveProperty('idempotency-key');
  });

  it('is never made of raw bytes', async () => {
    server.will(busy('0'));
    const call = client.fileShares.uploadDirect({
      params: { filename: 'a' },
      body: new Blob(['a']),
    });
    await expect(call).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(server.arrived).toHaveLength(1);
  });
});

describe('what is sent', () => {
  it('repeats the parameters of an array, escapes names, and leaves out what is undefined', async () => {
    const query = { q: 'a&b', scope: ['x', 'y'], path: undefined };
    await client.request(
      { kind: 'json', method: 'GET', path: '/api/:id' },
      { params: { id: 'ä/?' }, query },
    );
    expect(server.arrived[0]?.url).toBe('/api/%C3%A4%2F%3F?q=a%26b&scope=x&scope=y');
  });

  it('keeps the slashes of a public path', async () => {
    await client.fs.readPublic({ path: 'photos/a b#1.jpg', query: { download: true } });
    expect(server.arrived[0]?.url).toBe('/api/p/photos/a%20b%231.jpg?download=true');
  });

  it('has the credential and the language of this moment', async () => {
    let key = 'first';
    client = createClient({
      baseUrl: `${server.url}/`,
      credential: () => ({ kind: 'apiKey', key }),
      language: () => 'zh',
    });
    await client.apiKeys.list();
    key = 'second';
    await client.apiKeys.list();
    expect(server.arrived.map(({ headers }) => headers.authorization)).toEqual([
      ...['ApiKey first', 'ApiKey second'],
    ]);
    expect(server.arrived[0]?.headers['accept-language']).toBe('zh');
    expect(client.headers()).toEqual({
      ...{ authorization: 'ApiKey second', 'accept-language': 'zh' },
    });
  });
});

it('sends the token of a delivery as the server expects it (CONTRACT A7)', () => {
  const client = createClient({
    baseUrl: 'http://localhost',
    credential: () => ({ kind: 'upload', token: 'abc' }),
  });
  expect(client.headers()).toEqual({ authorization: 'Upload abc' });
});

function bare(...[, response]: Parameters<faults.Answer>): void {
  response.end('{"success":true}');
}
