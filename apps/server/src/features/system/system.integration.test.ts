import {
  createStorageConfig,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { health, maxUploadSize, readiness, version } from '@satchel/api-client/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3 } from '../../../test/start-s3.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const NOT_READY = { code: 'server.unavailable', status: 503 };

describe.each(DATABASE)('system calls on %s (CONTRACT F2)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { LOG_LEVEL: 'warn' });
  });
  afterAll(() => server.close());

  const ask = () => server.anonymous.call(health, { query: { ready: 1 } });
  /** Asks again once the cached answer has expired. */
  const ready = () => {
    server.moveClock(5000);
    return ask();
  };

  it('answers health flat, and with ready=1 only after database and storage have answered', async () => {
    const live = await server.anonymous.call(health, { query: {} });
    expect(live).toEqual({ status: 'ok', timestamp: expect.stringMatching(/Z$/) });
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });
  });

  it('is not ready while its database does not answer, but alive', async () => {
    const table = 'storage_configs';
    const rename = (from: string, to: string) =>
      server.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename(table, 'away');
    try {
      await expect(ready()).rejects.toMatchObject(NOT_READY);
      await expect(server.anonymous.call(health, { query: {} })).resolves.toBeTruthy();
    } finally {
      await rename('away', table);
    }
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });
  });

  it('logs why it is not ready, and not that somebody has asked', async () => {
    const logged = () => server.logs.filter((line) => /^background: .*leases/s.test(line));
    const asked = () => server.logs.filter((line) => line.includes('server.unavailable'));
    const before = logged().length;
    await server.prisma.$executeRawUnsafe('ALTER TABLE leases RENAME TO away');
    try {
      await expect(ready()).rejects.toMatchObject(NOT_READY);
      for (let times = 0; times < 3; times += 1)
        await expect(ask()).rejects.toMatchObject(NOT_READY);
    } finally {
      await server.prisma.$executeRawUnsafe('ALTER TABLE away RENAME TO leases');
    }
    expect(logged().length).toBeGreaterThan(before);
    expect(asked()).toEqual([]);
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });
  });

  it('is not ready while its default storage is broken or gone, but while it has no bucket', async () => {
    const s3 = await startS3('bucket');
    const add = (bucket_name: string, endpoint_url: string) =>
      server.api.call(createStorageConfig, {
        body: {
          name: bucket_name,
          provider_type: 'Other',
          endpoint_url,
          bucket_name,
          access_key_id: S3_CREDENTIALS.accessKeyId,
          secret_access_key: S3_CREDENTIALS.secretAccessKey,
        },
      });
    const use = (id: string) => server.api.call(setDefaultStorageConfig, { params: { id } });
    const { id } = await add('bucket', s3.url);
    const { id: noBucket } = await add('no-such-bucket', s3.url);
    await use(id);
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });

    s3.intercept((_request, response) => Boolean(response.writeHead(503).end()));
    await expect(ready()).rejects.toMatchObject(NOT_READY);
    s3.intercept(undefined);
    // Every replica would find the same, and administrators must reach the server to fix it.
    await use(noBucket);
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });
    await use(id);
    await s3.close();
    await expect(ready()).rejects.toMatchObject(NOT_READY);
    await use('embedded');
    await expect(ready()).resolves.toMatchObject({ status: 'ok' });
  });

  it('says at /api/health/ready why it is not: each reason by its name', async () => {
    const problems = () => {
      server.moveClock(5000);
      return server.anonymous.call(readiness, {}).then(
        ({ status }) => status,
        (error: { status: number; details: unknown }) => [error.status, error.details],
      );
    };
    expect(await problems()).toBe('ready');
    const s3 = await startS3('bucket');
    const { id } = await server.api.call(createStorageConfig, {
      body: {
        name: 'of the problems',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'bucket',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
      },
    });
    await server.api.call(setDefaultStorageConfig, { params: { id } });
    await s3.close();
    const rename = (from: string, to: string) =>
      server.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('leases', 'away');
    expect(await problems()).toEqual([503, { problems: ['database'] }]);
    await rename('away', 'leases');
    expect(await problems()).toEqual([503, { problems: ['storage'] }]);
    await server.api.call(setDefaultStorageConfig, { params: { id: 'embedded' } });
    expect(await problems()).toBe('ready');
  });

  it('asks the storage at most once in 5 s, however many want to know (SECURITY 16)', async () => {
    const s3 = await startS3('bucket');
    const { id } = await server.api.call(createStorageConfig, {
      body: {
        name: 'counted',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'bucket',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
      },
    });
    const use = (config: string) =>
      server.api.call(setDefaultStorageConfig, { params: { id: config } });
    await use(id);
    server.moveClock(5000);
    await Promise.all(Array.from({ length: 20 }, ask));
    server.moveClock(2000);
    await ask();
    expect(s3.requests).toHaveLength(1);
    // A bad answer is cached, too, so that not every caller asks a storage that is down.
    s3.intercept((_request, response) => Boolean(response.writeHead(503).end()));
    await expect(ready()).rejects.toMatchObject(NOT_READY);
    await expect(ask()).rejects.toMatchObject(NOT_READY);
    expect(s3.requests).toHaveLength(2);
    await use('embedded');
    await s3.close();
  });

  it('describes its API once for all who ask, and not at all to who knows it already', async () => {
    const url = `${server.url}/api/openapi.json`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(await first.json()).toMatchObject({ openapi: '3.1.0' });
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const copy of ['json', 'yaml']) {
      const elsewhere = await fetch(`${server.url}/api/docs/${copy}`);
      expect([elsewhere.url, elsewhere.headers.get('etag')]).toEqual([url, etag]);
    }
  });

  it('tells strangers its version, and administrators what it runs on (SECURITY 11)', async () => {
    const { api } = await server.createApiKey({ permissions: 0xff });
    for (const stranger of [server.anonymous, api]) {
      expect(await stranger.call(version, {})).toEqual({ version: expect.any(String) });
    }
    const data = await server.api.call(version, {});
    expect(data).toMatchObject({
      name: 'satchel',
      storage: database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    });
    expect(data.uptime).toBeGreaterThanOrEqual(0);
  });

  it('tells the largest upload in MB, 100 from the first start', async () => {
    const data = await server.anonymous.call(maxUploadSize, {});
    expect(data).toEqual({ max_upload_size: 100 });
  });

  it('answers HEAD like GET without a body', async () => {
    const { status, headers, body } = await fetch(`${server.url}/api/version`, { method: 'HEAD' });
    expect([status, body]).toEqual([200, null]);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(50);
    expect(headers.get('content-type')).toContain('application/json');
  });
});
