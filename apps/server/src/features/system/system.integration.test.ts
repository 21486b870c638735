import { health, maxUploadSize, version } from '@satchel/api-client/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';

describe.each(DATABASES)('system calls on %s (CONTRACT F2)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  it('answers health flat, and with ready=1 only after database and storage have answered', async () => {
    const live = await server.anonymous.call(health, { query: {} });
    expect(live).toEqual({ status: 'ok', timestamp: expect.stringMatching(/Z$/) });
    await expect(server.anonymous.call(health, { query: { ready: 1 } })).resolves.toMatchObject({
      status: 'ok',
    });
  });

  it('names version and database', async () => {
    const data = await server.anonymous.call(version, {});
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
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
    expect(headers.get('content-type')).toContain('application/json');
  });
});
