import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { listDirectory, makeDirectory } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3_CREDENTIALS, startS3 } from '../../../test/start-s3.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const METRICS_TOKEN = 'a-token-of-the-tests';
const MEBIBYTE = 1024 * 1024;
const DASHBOARD = join(
  import.meta.dirname,
  '../../../../../docs/operations/grafana-dashboard.json',
);

describe.each(DATABASE)('metrics on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { METRICS_TOKEN });
  });
  afterAll(() => server.close());

  const ask = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} });
  const scrape = async () => {
    // Lets the cached answers of the database and the storage expire.
    server.moveClock(5000);
    const reply = await ask(`Bearer ${METRICS_TOKEN}`);
    expect(reply.status).toBe(200);
    return reply.text();
  };
  /** Value of a series as text; undefined if it is missing. */
  const figureOf = async (series: string) => {
    const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('are for who has the token only, and an administrator has not', async () => {
    const statuses = [];
    for (const authorization of [
      undefined,
      'Bearer wrong',
      `ApiKey ${METRICS_TOKEN}`,
      server.authorization,
    ]) {
      statuses.push((await ask(authorization)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401]);
    const right = await ask(`Bearer ${METRICS_TOKEN}`);
    expect(right.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(right.headers.get('cache-control')).toBe('no-store');
  });

  it('count requests by route and status, and never by an address', async () => {
    for (const slug of ['hidden-1', 'hidden-2', 'hidden-3']) {
      await fetch(`${server.url}/api/paste/${slug}`);
      await fetch(`${server.url}/api/${slug}`);
      await fetch(`${server.url}/${slug}.html`, { method: 'PURGE' }).catch(() => undefined);
    }
    const text = await scrape();
    const labels = '{method="GET",route="/api/paste/:slug",status="404"}';
    expect(text).toContain(`satchel_http_requests_total${labels} 3\n`);
    expect(text).toContain(
      'satchel_http_request_duration_seconds_count{method="GET",route="/api/paste/:slug"} 3\n',
    );
    expect(text).toContain('{method="GET",route="web",status="404"} 3\n');
    expect(text).not.toContain('hidden');
  });

  it('have the bytes of uploads and downloads that only the embedded store sees', async () => {
    const received = 'satchel_http_received_bytes_total{surface="s3"}';
    const before = (await figureOf(received)) ?? 0;
    const { slug } = await uploadFile(server.api, Buffer.alloc(3 * MEBIBYTE));
    await vi.waitFor(async () => {
      expect((await figureOf(received)) ?? 0).toBeGreaterThan(before + 3 * MEBIBYTE);
    });
    const sent = 'satchel_http_sent_bytes_total{surface="api"}';
    const sentBefore = (await figureOf(sent)) ?? 0;
    await (await fetch(`${server.url}/api/file-download/${slug}`)).bytes();
    await vi.waitFor(async () => {
      expect((await figureOf(sent)) ?? 0).toBeGreaterThan(sentBefore + 3 * MEBIBYTE);
    });
  });

  it('count calls of storages by what came of them, and reads that a cache has answered', async () => {
    const s3 = await startS3('bucket');
    const { id: storage_config_id } = await server.api.call(createStorageConfig, {
      body: {
        name: 'measured',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'bucket',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
      },
    });
    const mount = { name: 'm', storage_type: 'S3', storage_config_id, mount_path: '/m' } as const;
    await server.api.call(createMount, { body: { ...mount, cache_ttl: 3600 } });
    await server.api.call(makeDirectory, { body: { path: '/m/known/' } });
    const list = () => server.api.call(listDirectory, { query: { path: '/m/' } });
    await list();
    await list();
    expect(await figureOf('satchel_cache_hits_total{cache="directory"}')).toBe(1);
    const calls = (outcome: string) =>
      figureOf(`satchel_storage_calls_total{operation="ListObjectsV2",outcome="${outcome}"}`);
    expect(await calls('ok')).toBeGreaterThan(0);
    await s3.close();
    const query = { path: '/m/elsewhere/' };
    await expect(server.api.call(listDirectory, { query })).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
    expect(await calls('unreachable')).toBeGreaterThan(0);
  });

  it('tell what is being written, what is kept free for it, and how sweeps go', async () => {
    await server.api.call(presignFileShare, { body: { filename: 'later.bin', size: 12_345 } });
    expect(await figureOf('satchel_ledger_writes{kind="file_share",state="open"}')).toBe(1);
    expect(await figureOf('satchel_ledger_reserved_bytes')).toBe(12_345);
    expect(await figureOf('satchel_sweeps_total{kind="uploads",outcome="done"}')).toBeUndefined();
    expect(
      await figureOf('satchel_sweep_last_done_timestamp_seconds{kind="uploads"}'),
    ).toBeUndefined();
    // After a day without activity the upload is swept.
    server.moveClock(25 * 60 * 60 * 1000);
    await server.sweep();
    expect(await figureOf('satchel_sweeps_total{kind="uploads",outcome="done"}')).toBe(1);
    expect(await figureOf('satchel_swept_total{kind="uploads"}')).toBe(1);
    expect(await figureOf('satchel_ledger_writes{kind="file_share",state="open"}')).toBeUndefined();
  });

  it('are there without a database, but for what only it knows', async () => {
    const rename = (from: string, to: string) =>
      server.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('object_writes', 'away');
    try {
      const text = await scrape();
      expect(text).toContain('satchel_database_up 0\n');
      expect(text).not.toMatch(/^satchel_pending_deletions \d/m);
      expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    } finally {
      await rename('away', 'object_writes');
    }
    expect(await figureOf('satchel_database_up')).toBe(1);
  });

  it('have everything that the dashboard in the documentation shows', async () => {
    const known = new Set(
      [...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    );
    const dashboard = await readFile(DASHBOARD, 'utf8');
    const named = [...dashboard.matchAll(/\b(?:satchel|nodejs|process)_\w+/g)].map(
      ([name]) => name,
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((name) => !known.has(name.replace(/_bucket$/, '')));
    expect(missing).toEqual([]);
  });

  it('are not there without a token of the operator', async () => {
    const silent = await startServer(database);
    try {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const { status } = await fetch(`${silent.url}/metrics`, { headers });
      expect(status).toBe(404);
    } finally {
      await silent.close();
    }
  });
});
