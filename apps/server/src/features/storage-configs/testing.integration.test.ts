import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '@satchel/api-client';
import {
  applyStorageCors,
  createStorageConfig,
  testStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../test/start-s3.ts';
import { ANY_DATABASE, startServer, type TestServer } from '../../../test/start-server.ts';

type Body = Partial<EndpointInput<typeof createStorageConfig>['body']>;

const PAGES = 'https://pages.example.com';
const WELL = { success: true, error: null };

describe.each(ANY_DATABASE)('tests of a storage config on %s (CONTRACT F5)', (database) => {
  let server: TestServer;
  let s3: TestS3;
  let admin: Credential;
  beforeAll(async () => {
    server = await startServer(database, { CORS_ORIGINS: PAGES });
    s3 = await startS3('bucket');
    admin = { kind: 'admin', token: server.authorization.slice('Bearer '.length) };
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });
  afterEach(() => s3.intercept(undefined));

  const create = async (body: Body = {}) => {
    const config = {
      name: 'Elsewhere',
      provider_type: 'Other',
      endpoint_url: s3.url,
      bucket_name: 'bucket',
      access_key_id: S3_CREDENTIALS.accessKeyId,
      secret_access_key: S3_CREDENTIALS.secretAccessKey,
      ...body,
    };
    return (await server.api.call(createStorageConfig, { body: config })).id;
  };
  const run = (id: string, language = 'en') =>
    server.apiAs(admin, language).call(testStorageConfig, { params: { id } });
  const applyCors = (id: string) => server.api.call(applyStorageCors, { params: { id } });
  const intercept = (handler: (request: IncomingMessage, response: ServerResponse) => boolean) =>
    s3.intercept(handler);
  const refuse = (response: ServerResponse, status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    return true;
  };

  it('find nothing wrong with the embedded store', async () => {
    const { success, result } = await run('embedded');
    expect(result).toMatchObject({
      read: WELL,
      write: { ...WELL, cleaned: true },
      range: WELL,
      multipart: WELL,
      clock: { ...WELL, skewSeconds: 0 },
      cors: { ...WELL, uploadSupported: true },
      frontendSim: { ...WELL, steps: { step1: WELL, step2: WELL, step3: WELL } },
    });
    expect(success).toBe(true);
    expect(result.globalNote).toBe('Everything works.');
  });

  it('find missing CORS rules, which one call sets for all pages', async () => {
    const id = await create({ default_folder: 'inbox' });
    const before = await run(id);
    expect(before.success).toBe(false);
    expect(before.result).toMatchObject({
      read: { ...WELL, prefix: 'inbox/' },
      write: WELL,
      multipart: WELL,
      cors: { success: false, uploadSupported: false, note: expect.stringContaining(server.url) },
      frontendSim: { success: false, failedAt: 'step2' },
      connectionInfo: { bucket: 'bucket', endpoint: s3.url, pathStyle: true, provider: 'Other' },
    });
    expect(await applyCors(id)).toEqual({ allowed_origins: [server.url, PAGES] });
    const after = await run(id);
    expect(after.result.cors).toMatchObject({ ...WELL, statusCode: 200 });
    expect(Math.abs(after.result.clock.skewSeconds ?? 9)).toBeLessThanOrEqual(2);
    expect(after).toMatchObject({ success: true });
    for (const origin of [PAGES, server.url]) {
      const preflight = await fetch(`${s3.url}/bucket/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    }
  });

  it('leave nothing behind in the bucket', async () => {
    const id = await create();
    await applyCors(id);
    const probed = await run(id);
    expect(probed.result.read.objectCount).toBe(0);
    expect((await run(id)).result.read.objectCount).toBe(0);
  });

  it('keep the CORS rules that others have set, also when applied twice', async () => {
    const bodies: string[] = [];
    let stored = `<CORSConfiguration><CORSRule><ID>theirs</ID><AllowedOrigin>https://other.test</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`;
    intercept((request, response) => {
      if (!request.url?.includes('cors')) return false;
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(stored);
      } else {
        request.setEncoding('utf8');
        let body = '';
        request.on('data', (chunk: string) => {
          body += chunk;
        });
        request.on('end', () => {
          bodies.push(body);
          stored = body;
          response.writeHead(200).end();
        });
      }
      return true;
    });
    const id = await create();
    await applyCors(id);
    await applyCors(id);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]?.match(/<ID>satchel<\/ID>/g)).toHaveLength(1);
    expect(bodies[1]).toContain('https://other.test');
  });

  it.each<[string, Body, string, RegExp]>([
    ['a wrong secret', { secret_access_key: 'wrong' }, 'SignatureDoesNotMatch', /secret key/],
    ['an unknown key id', { access_key_id: 'AKIDOTHER' }, 'InvalidAccessKeyId', /key id/],
    ['a missing bucket', { bucket_name: 'nowhere' }, 'NoSuchBucket', /Create it/],
    ['a closed port', { endpoint_url: 'http://127.0.0.1:1' }, 'ECONNREFUSED', /port/],
  ])('tell %s from other troubles', async (_what, body, code, note) => {
    const { success, result } = await run(await create(body));
    expect(success).toBe(false);
    expect(result.read).toMatchObject({ success: false, code });
    expect(result.read.note).toMatch(note);
    expect(result.write).toMatchObject({
      ...{ success: false, error: 'Not checked', skipped: true },
    });
  });

  it('say so in the language of the caller (CONTRACT A1)', async () => {
    const id = await create({ bucket_name: 'nowhere' });
    const { result } = await run(id, 'zh-CN');
    expect(result.read.error).toBe('存储桶 nowhere 不存在（NoSuchBucket）');
    expect(result.globalNote).toBe('请先解决以下问题，再重新测试。');
  });

  it('tell a key that may read from one that may write', async () => {
    intercept((request, response) =>
      request.method === 'PUT' || request.method === 'POST'
        ? refuse(response, 403, 'AccessDenied')
        : false,
    );
    const { success, result } = await run(await create());
    expect(success).toBe(false);
    expect(result).toMatchObject({
      read: WELL,
      write: { success: false, code: 'AccessDenied' },
      multipart: { success: false, error: 'The key may not do this (AccessDenied)' },
    });
  });

  it('find a key that may not delete, and name what it left', async () => {
    intercept((request, response) =>
      request.method === 'DELETE' ? refuse(response, 403, 'AccessDenied') : false,
    );
    const { result } = await run(await create());
    expect(result.write).toMatchObject({ success: false, cleaned: false });
    expect(result.write.note).toContain(result.write.testFile);
  });

  it('find a storage that ignores ranges and hides the ETag', async () => {
    const id = await create();
    await applyCors(id);
    intercept((request, response) => {
      delete request.headers.range;
      const { setHeader } = response;
      const { writeHead } = response;
      response.writeHead = ((status: number, headers: Record<string, string>) => {
        if (headers) delete headers['access-control-expose-headers'];
        return writeHead.call(response, status, headers);
      }) as typeof response.writeHead;
      response.setHeader = ((name: string, value: string) =>
        name.toLowerCase() === 'access-control-expose-headers'
          ? response
          : setHeader.call(response, name, value)) as typeof response.setHeader;
      return false;
    });
    const { success, result } = await run(id);
    expect(success).toBe(false);
    expect(result.range).toMatchObject({ success: false });
    expect(result.cors).toMatchObject(WELL);
    expect(result.frontendSim).toMatchObject({
      failedAt: 'step2',
      error: 'The storage does not let pages read the ETag',
    });
  });

  it('find headers that a page may not send', async () => {
    const id = await create({ provider_type: 'Backblaze B2' });
    intercept((request, response) => {
      if (request.method !== 'OPTIONS') return false;
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, PUT',
        'access-control-allow-headers': 'content-type, x-requested-with',
      });
      response.end();
      return true;
    });
    const { result } = await run(id);
    expect(result.cors).toMatchObject({
      success: false,
      allowOrigin: '*',
      error: 'The storage does not allow pages to send x-bz-content-sha1',
    });
  });

  it('compare the clocks', async () => {
    const id = await create();
    await applyCors(id);
    intercept((request, response) => {
      const date = new Date(Date.now() + 600_000).toUTCString();
      if (request.method !== 'OPTIONS') return false;
      response.writeHead(200, { date, 'access-control-allow-origin': '*' }).end();
      return true;
    });
    const { success, result } = await run(id);
    expect(success).toBe(false);
    expect(result.clock.success).toBe(false);
    expect(Math.abs((result.clock.skewSeconds ?? 0) - 600)).toBeLessThanOrEqual(5);
    expect(result.clock.note).toContain('NTP');
  });

  it.each(['<html><br>Console</html>', '<html></html>'])(
    'find something that is no storage: %s',
    async (page) => {
      intercept((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        return true;
      });
      const { success, result } = await run(await create());
      expect(success).toBe(false);
      expect(result.read.error).toContain('does not speak S3');
    },
  );

  it('say that a storage will not have its CORS rules set', async () => {
    intercept((request, response) =>
      request.method === 'PUT' ? refuse(response, 501, 'NotImplemented') : false,
    );
    const id = await create();
    await expect(applyCors(id)).rejects.toMatchObject({
      code: 'storage.cors_refused',
      status: 502,
      details: { problem: 'NotImplemented' },
    });
    const gone = await create({ endpoint_url: 'http://127.0.0.1:1' });
    await expect(applyCors(gone)).rejects.toMatchObject({ code: 'storage.unavailable' });
  });

  it('answer 404 to an unknown id', async () => {
    const unknown = { code: 'storage.not_found', status: 404 };
    await expect(run('no')).rejects.toMatchObject(unknown);
    await expect(applyCors('no')).rejects.toMatchObject(unknown);
  });
});
