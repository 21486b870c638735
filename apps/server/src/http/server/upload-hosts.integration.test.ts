import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { uploadOrigins } from '@satchel/api-client/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';

const PUBLIC = 'https://share.example.org';
const UPLOAD = 'https://upload.example.org';
const ELSEWHERE = 'https://other.example.net';
const CONTENT = 'sent to another host';

describe('hosts of UPLOAD_URL (SECURITY 28)', () => {
  let server: TestServer;
  beforeAll(async () => {
    const env = { PUBLIC_URL: PUBLIC, UPLOAD_URL: UPLOAD, CORS_ORIGINS: ELSEWHERE };
    server = await startServer('sqlite', env);
  });
  afterAll(() => server.close());

  const host = new URL(UPLOAD).host;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(server.url, path, { host, ...headers }, method);
  const presign = (options: object = {}) =>
    server.api.call(presignFileShare, {
      body: { filename: 'a.txt', size: CONTENT.length, ...options },
    });
  /** Sends a file to the upload host, as a page of an origin does. */
  const put = (url: string, origin: string) => {
    const { pathname, search } = new URL(url);
    const { hostname, port } = new URL(server.url);
    type Reply = { status: number; headers: Record<string, unknown>; body: Buffer };
    return new Promise<Reply>((resolve, reject) => {
      const request = send(
        {
          ...{ hostname, port, method: 'PUT', path: pathname + search },
          headers: { host, origin, 'content-length': CONTENT.length },
        },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          buffer(response).then((body) => resolve({ status, headers, body }), reject);
        },
      );
      request.on('error', reject);
      request.end(CONTENT);
    });
  };

  it('are told to pages, which ask them before they send', async () => {
    expect(await server.anonymous.call(uploadOrigins, {})).toEqual({ origins: [UPLOAD] });
    const { status, headers } = await ask('/s3', { origin: PUBLIC });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, PUBLIC]);
    expect(headers['timing-allow-origin']).toBe(PUBLIC);
  });

  it('take a file whose URL was signed for the app', async () => {
    const { upload_url: url, file_id } = await presign();
    expect(new URL(url).origin).toBe(PUBLIC);
    const { status, headers } = await put(url, PUBLIC);
    expect([status, headers['access-control-allow-origin']]).toEqual([200, PUBLIC]);
    expect(headers['access-control-expose-headers']).toMatch(/ETag/i);
    expect(headers['set-cookie']).toBeUndefined();
    const { slug } = await server.api.call(commitFileShare, {
      body: { file_id, etag: String(headers.etag) },
    });
    const read = await fetch(`${server.url}/api/file-view/${slug}`);
    expect(await read.text()).toBe(CONTENT);
  });

  it('take a file whose PUT commits it', async () => {
    const { upload_url: url, slug } = await presign({ commit_on_put: true });
    const { status, headers, body } = await put(url, PUBLIC);
    expect([status, headers['access-control-allow-origin']]).toEqual([200, PUBLIC]);
    expect(JSON.parse(String(body))).toMatchObject({ data: { slug } });
    const elsewhere = await put((await presign({ commit_on_put: true })).upload_url, ELSEWHERE);
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('refuse a changed signature', async () => {
    const { upload_url: url } = await presign();
    const { status } = await put(
      url.replace(/X-Amz-Signature=\w{4}/, 'X-Amz-Signature=0000'),
      PUBLIC,
    );
    expect(status).toBe(403);
  });

  it('allow a preflight of the app, and of no other page', async () => {
    const { pathname, search } = new URL((await presign()).upload_url);
    const preflight = (origin: string) =>
      ask(pathname + search, { origin, 'access-control-request-method': 'PUT' }, 'OPTIONS');
    const own = await preflight(PUBLIC);
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, PUBLIC]);
    expect((await preflight(ELSEWHERE)).headers['access-control-allow-origin']).toBeUndefined();
    const { headers } = await put(`${UPLOAD}${pathname}${search}`, ELSEWHERE);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const stranger = await ask('/s3', { origin: ELSEWHERE });
    for (const name of ['access-control-allow-origin', 'timing-allow-origin']) {
      expect(stranger.headers).not.toHaveProperty(name);
    }
  });

  it.each([
    ...['/', '/share/a', '/index.html', '/api/version', '/api/health', '/dav/', '/s3/satchel/a'],
    ...['/api/system/upload-origins', '/api/system/measure-upload', '/robots.txt', '/s3/', '/s3x'],
  ])('answer nothing else: %s', async (path) => {
    for (const method of [
      'GET',
      'HEAD',
      'POST',
      'DELETE',
      ...(path === '/dav/' ? ['PROPFIND'] : []),
    ]) {
      const reply = await ask(
        path,
        { authorization: server.authorization, origin: PUBLIC },
        method,
      );
      expect([method, reply.status, reply.text]).toEqual([method, 404, '']);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(reply.headers['content-type']).toBeUndefined();
    }
  });

  it('read nothing that was stored, even by a signed URL', async () => {
    const { upload_url: url } = await presign();
    await put(url, PUBLIC);
    const { pathname, search } = new URL(url);
    expect((await ask(pathname + search)).status).toBe(404);
  });
});
