import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, startServer, type TestServer } from '../../test/start-server.ts';
import { uploadFile } from '../../test/upload-files.ts';

const MEBIBYTE = 1024 * 1024;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Line {
  readonly requestId: string;
  readonly url: string;
  readonly status?: number;
  readonly isAborted?: boolean;
}

describe('the access log', () => {
  let server: TestServer;
  let proxied: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite', { LOG_LEVEL: 'info' });
    proxied = await startServer('sqlite', { LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await proxied.close();
  });

  /**
   * Lines of requests whose URL begins like this; the server writes them once the connection is done
   * with the request.
   */
  const linesOf = (from: TestServer, url: string) =>
    from.logs
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.url?.startsWith(url) ?? false);
  const lineOf = (from: TestServer, url: string) =>
    vi.waitFor(() => {
      const [line, ...others] = linesOf(from, url);
      expect([line !== undefined, others]).toEqual([true, []]);
      return line;
    });

  it('has one line a request: what was asked for, by whom, what came of it and how long it took', async () => {
    const reply = await fetch(`${server.url}/api/paste/nothing-here?password=secret-1`, {
      headers: { 'user-agent': 'a reader' },
    });
    expect(await lineOf(server, '/api/paste/nothing-here')).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      msg: 'request',
      requestId: reply.headers.get('x-request-id'),
      method: 'GET',
      url: '/api/paste/nothing-here?password=[redacted]',
      route: '/api/paste/:slug',
      status: 404,
      ms: expect.any(Number),
      bytesReceived: expect.any(Number),
      bytesSent: expect.any(Number),
      address: '127.0.0.1',
      userAgent: 'a reader',
    });
  });

  it('names each request as no other, on whichever server, in the reply and its header', async () => {
    const ask = async ({ url }: TestServer) => {
      const reply = await fetch(`${url}/api/paste/nobody`);
      const { requestId } = (await reply.json()) as { requestId: string };
      expect([requestId, requestId]).toEqual([
        reply.headers.get('x-request-id'),
        expect.stringMatching(UUID),
      ]);
      return requestId;
    };
    const ids = await Promise.all([server, proxied, server, proxied].map(ask));
    expect(new Set(ids).size).toBe(4);
  });

  it('takes the name and the address of a caller from a trusted proxy, and from nobody else', async () => {
    const headers = { 'x-request-id': 'proxy-7/1', 'x-forwarded-for': '198.51.100.9' };
    const path = '/api/paste/forwarded';
    const believed = await fetch(proxied.url + path, { headers });
    expect(believed.headers.get('x-request-id')).toBe('proxy-7/1');
    expect(await believed.json()).toMatchObject({ requestId: 'proxy-7/1' });
    const told = { requestId: 'proxy-7/1', address: '198.51.100.9' };
    expect(await lineOf(proxied, path)).toMatchObject(told);

    const stranger = await fetch(server.url + path, { headers });
    expect(stranger.headers.get('x-request-id')).toMatch(UUID);
    const seen = { requestId: stranger.headers.get('x-request-id'), address: '127.0.0.1' };
    expect(await lineOf(server, path)).toMatchObject(seen);
  });

  it.each(['a b', '"}{', 'x'.repeat(129)])('takes no such name from a proxy: %s', async (name) => {
    const reply = await fetch(`${proxied.url}/api/health`, { headers: { 'x-request-id': name } });
    expect(reply.headers.get('x-request-id')).toMatch(UUID);
  });

  it('has what goes straight to the embedded store, with its bytes and without its signature', async () => {
    const { slug } = await uploadFile(server.api, Buffer.alloc(MEBIBYTE), { filename: 'a.bin' });
    const opened = await server.anonymous.call(viewFileShare, { params: { slug }, query: {} });
    const reply = await fetch(opened.s3_direct_preview_url ?? '');
    expect((await reply.bytes()).length).toBe(MEBIBYTE);
    const { pathname } = new URL(reply.url);
    const [stored, read] = await vi.waitFor(() => {
      const lines = linesOf(server, `${pathname}?`);
      expect(lines).toHaveLength(2);
      return lines;
    });
    const common = { route: '/s3', status: 200 };
    const isMore = expect.toSatisfy((bytes) => bytes > MEBIBYTE && bytes < MEBIBYTE + 5000);
    expect(stored).toMatchObject({ ...common, method: 'PUT', bytesReceived: isMore });
    const requestId = reply.headers.get('x-request-id');
    expect(read).toMatchObject({ ...common, method: 'GET', bytesSent: isMore, requestId });
    expect(read?.url).toContain('X-Amz-Signature=[redacted]');
  });

  it.each([
    ['behind a proxy', () => proxied],
    ['without one', () => server],
  ])('has what is too large to be read to its end, and the server lives on, %s', async (_, of) => {
    const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
    const reply = await fetch(`${of().url}/dav/too-large`, {
      method: 'PROPFIND',
      headers: { authorization: `Basic ${basic}`, depth: '0' },
      body: `<propfind xmlns="DAV:"><prop><a>${'x'.repeat(300_000)}</a></prop></propfind>`,
    });
    expect(reply.status).toBe(413);
    const known = { method: 'PROPFIND', status: 413, address: '127.0.0.1' };
    const line = await lineOf(of(), '/dav/too-large');
    expect(line).toMatchObject(known);
    expect(line).toHaveProperty(
      'bytesReceived',
      expect.toSatisfy((received) => received > 1000),
    );
  });

  it('has what WebDAV is sent, in bytes', async () => {
    const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
    const reply = await fetch(`${server.url}/dav/no-mount/file.bin`, {
      method: 'PUT',
      headers: { authorization: `Basic ${basic}` },
      body: Buffer.alloc(1000),
    });
    const line = await lineOf(server, '/dav/no-mount');
    expect(line).toMatchObject({ method: 'PUT', route: '/dav/*', status: reply.status });
    expect(line).toHaveProperty(
      'bytesReceived',
      expect.toSatisfy((received) => received > 1000),
    );
    expect(server.logs.join()).not.toContain(basic);
  });

  it('says where a caller went before it had all of its answer', async () => {
    const { slug } = await uploadFile(server.api, Buffer.alloc(30 * MEBIBYTE));
    const path = `/api/file-download/${slug}`;
    const [response] = (await once(get(server.url + path), 'response')) as [IncomingMessage];
    await once(response, 'readable');
    response.destroy();
    expect(await lineOf(server, path)).toMatchObject({ status: 200, isAborted: true });
  });

  it('has faults only, unless the level is info', async () => {
    const quiet = await startServer('sqlite', { LOG_LEVEL: 'warn' });
    try {
      await fetch(`${quiet.url}/api/paste/nothing-here`);
      await quiet.prisma.$executeRawUnsafe('ALTER TABLE text_shares RENAME TO away');
      const { status } = await fetch(`${quiet.url}/api/paste/broken`);
      const line = await lineOf(quiet, '/api/paste/broken');
      expect([status, line]).toMatchObject([500, { msg: 'request failed', status: 500 }]);
      expect(linesOf(quiet, '/api/paste/')).toHaveLength(1);
    } finally {
      await quiet.close();
    }
  });
});
