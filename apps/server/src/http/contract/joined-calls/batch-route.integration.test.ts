import type { ApiClient } from '@satchel/api-client';
import { type Batch, runBatch } from '@satchel/api-client/contract/batch';
import { createBundle, getBundle } from '@satchel/api-client/contract/bundles';
import { testStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { createRequest, enterRequest } from '../../../../test/use-requests.ts';

const INIT = '/api/s3/multipart/init';
const COMMIT = '/api/s3/commit';
const FILES = 100;

type Data = Readonly<Record<string, unknown>>;

describe.each(SYSTEMS)('batches of calls on %s with %s', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    await storage.mount('/m');
  });
  afterAll(() => close());

  const run = async (api: ApiClient, calls: Batch['calls'], idempotencyKey?: string) =>
    (await api.call(runBatch, { body: { calls } }, { idempotencyKey })).replies;
  /** Makes calls that all succeed; returns their data. */
  const runAll = async (calls: Batch['calls']) => {
    const replies = await run(server.api, calls);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    return replies.map(({ body }) => body.data as Data);
  };
  const contentOf = (index: number) => `content ${index}`;
  const indexes = Array.from({ length: FILES }, (_, index) => index);

  const putEach = (started: readonly Data[], urlsOf: (data: Data) => unknown) =>
    Promise.all(
      started.map(async (data, index) => {
        const [{ url } = { url: '' }] = urlsOf(data) as { url: string }[];
        const reply = await fetch(url, { method: 'PUT', body: contentOf(index) });
        expect(reply.status).toBe(200);
        return reply.headers.get('etag') ?? '';
      }),
    );

  const sendShares = async (options: object) => {
    const started = await runAll(
      indexes.map((index) => {
        const filename = `${index}.txt`;
        return { path: INIT, body: { filename, size: contentOf(index).length, ...options } };
      }),
    );
    const etags = await putEach(started, ({ presigned_urls }) => presigned_urls);
    return runAll(
      started.map(({ file_id }, index) => {
        return {
          path: COMMIT,
          body: { file_id, size: contentOf(index).length, etag: etags[index] },
        };
      }),
    );
  };

  it('publish a hundred shares by two requests', async () => {
    const shares = await sendShares({ s3_config_id: storage.configId });
    expect(new Set(shares.map(({ slug }) => slug)).size).toBe(FILES);
    for (const index of [0, 42, FILES - 1]) {
      const reply = await fetch(`${server.url}/api/file-view/${shares[index]?.slug}`);
      expect(await reply.text()).toBe(contentOf(index));
    }
    expect(await server.prisma.objectWrite.count()).toBe(0);
  });

  it('fill a bundle by two requests', async () => {
    const { id } = await server.api.call(createBundle, { body: {} });
    await sendShares({ s3_config_id: storage.configId, bundle_id: id });
    const bundle = await server.api.call(getBundle, { params: { id } });
    expect(bundle).toMatchObject({ item_count: FILES });
  });

  it('fill a folder of a mount by two requests', async () => {
    await server.api.call(testStorageConfig, { params: { id: storage.configId } });
    storage.takeRequests();
    const started = await runAll(
      indexes.map((index) => {
        const body = { path: '/m/d', fileName: `${index}.txt`, fileSize: contentOf(index).length };
        return { path: '/api/fs/multipart/init', body };
      }),
    );
    const etags = await putEach(started, ({ presignedUrls }) => presignedUrls);
    await runAll(
      started.map(({ uploadId }, index) => {
        const parts = [{ PartNumber: 1, ETag: etags[index] }];
        const body = { path: '/m/d', fileName: `${index}.txt`, uploadId, parts };
        return { path: '/api/fs/multipart/complete', body };
      }),
    );
    // A single part of a signed length need not be listed before it is joined.
    const requests = storage.takeRequests();
    expect(requests.filter((name) => name === 'POST part')).toHaveLength(FILES);
    expect(requests).not.toContain('GET part');
    for (const index of [0, 42, FILES - 1]) {
      expect(await storage.read(`d/${index}.txt`)).toBe(contentOf(index));
    }
  });

  it('reply to each call what it alone would get, in its language', async () => {
    const file = { filename: 'a.txt', size: 1, s3_config_id: storage.configId };
    const token = server.authorization.replace('Bearer ', '');
    const replies = await run(server.apiAs({ kind: 'admin', token }, 'zh-CN'), [
      { path: INIT, body: { ...file, slug: 'one-of-two' } },
      { path: INIT, body: { filename: 'a.txt' } },
      { path: COMMIT, body: { file_id: 'unknown' } },
      { path: INIT, body: { ...file, slug: 'two-of-two' } },
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 200]);
    expect(replies[2]?.body).toMatchObject({
      ...{ success: false, code: 404, error: 'file_shares.not_found', data: null },
      message: expect.stringMatching(/\p{Script=Han}/u),
    });
    expect(replies[3]?.body).toMatchObject({ success: true, data: { slug: 'two-of-two' } });
  });

  it('reserve once for each key', async () => {
    const calls = [1, 2].map((index) => {
      return { path: INIT, body: { filename: `once ${index}`, size: 1 } };
    });
    const before = await server.prisma.objectWrite.count();
    const first = await run(server.api, calls, 'a key');
    expect(await run(server.api, calls, 'a key')).toEqual(first);
    expect(await server.prisma.objectWrite.count()).toBe(before + 2);
  });

  it('contain 1 to 100 calls that begin or end uploads, and nothing else', async () => {
    const call = { path: COMMIT, body: { file_id: 'x' } };
    for (const calls of [[], Array.from({ length: 101 }, () => call)]) {
      await expect(run(server.api, calls)).rejects.toMatchObject({ status: 400 });
    }
    const others = ['/api/batch', '/api/files/batch-delete', '/api/login', 'commit', '__proto__'];
    const replies = await run(
      server.api,
      others.map((path) => ({ path, body: { ids: ['x'] } })),
    );
    expect(replies.map(({ body }) => body.error)).toEqual(others.map(() => 'request.not_found'));
  });

  it('check the rights of each call (SECURITY 1)', async () => {
    const calls = [
      { path: INIT, body: { filename: 'a', size: 1, s3_config_id: storage.configId } },
      { path: '/api/fs/multipart/init', body: { path: '/m/in', fileName: 'a', fileSize: 1 } },
      { path: '/api/fs/multipart/init', body: { path: '/m/out', fileName: 'a', fileSize: 1 } },
    ];
    const statuses = async (api: ApiClient) => (await run(api, calls)).map(({ status }) => status);
    await expect(run(server.anonymous, calls)).rejects.toMatchObject({ status: 401 });
    const shares = await server.createApiKey({ permissions: 2 });
    expect(await statuses(shares.api)).toEqual([200, 403, 403]);
    const mounts = await server.createApiKey({ permissions: 512, basePath: '/m/in' });
    expect(await statuses(mounts.api)).toEqual([403, 200, 403]);
  });

  it('let the sender of a delivery act on that delivery alone (SECURITY 27)', async () => {
    const { slug } = await createRequest(server.api);
    const [own, foreign] = [await enterRequest(server, slug), await enterRequest(server, slug)];
    const init = { path: INIT, body: { filename: 'a.txt', size: 1 } };
    const [started] = await run(foreign.api, [init]);
    const { file_id = '', upload_id } = (started?.body.data ?? {}) as Record<string, string>;
    const replies = await run(own.api, [
      init,
      { path: COMMIT, body: { file_id } },
      { path: '/api/s3/multipart/abort', body: { file_id, upload_id } },
      { path: '/api/fs/multipart/init', body: { path: '/m', fileName: 'a', fileSize: 1 } },
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 404, 403]);
    expect(await server.prisma.objectWrite.count({ where: { id: file_id } })).toBe(1);
  });
});
