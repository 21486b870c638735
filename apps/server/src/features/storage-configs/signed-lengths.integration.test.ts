import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  completeEntryMultipart,
  initEntryMultipart,
  presignEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import {
  testStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../../../test/mounted-storage.ts';
import { startBucket, startLocalS3Server } from '../../../test/start-bucket.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { type CountedStorage, SYSTEMS, startSystem } from '../../../test/storages.ts';

const PART = 5 * 1024 * 1024;
/**
 * Sends a PUT and returns its status. Uses a new connection each time, because a storage closes the one
 * on which it has refused a body.
 */
async function put(url: string, bytes: number): Promise<number | undefined> {
  const call = request(url, { method: 'PUT', agent: false, headers: { 'content-length': bytes } });
  const replied = once(call, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume();
    return response?.statusCode;
  });
  // The connection may break after the reply, too, while bytes are still being written.
  call.on('error', () => {});
  call.end(new Uint8Array(bytes));
  try {
    return await replied;
  } catch (error) {
    if (bytes <= PART) throw error;
    return 403;
  }
}

describe.each(SYSTEMS)(
  'the length of an upload is signed on %s with %s (CONTRACT A6)',
  (...system) => {
    let server: TestServer;
    let storage: CountedStorage;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ server, storage, close } = await startSystem(system));
      await storage.mount('/m');
    });
    afterAll(() => close());

    const params = () => ({ id: storage.configId });
    const presign = async (fileSize: number) => {
      const body = { path: '/m/', fileName: 'a.bin', fileSize };
      return (await server.api.call(presignEntry, { body })).presignedUrl;
    };

    it('once the test of the storage has found that it compares lengths', async () => {
      expect(await put(await presign(5), 6)).toBe(200);
      const { result } = await server.api.call(testStorageConfig, { params: params() });
      expect(result.write.success).toBe(true);
      expect(await put(await presign(5), 6)).toBe(403);
      expect(await put(await presign(5), 4)).toBe(403);
      expect(await put(await presign(5), 5)).toBe(200);
      expect(await storage.keys()).toEqual([]);
    });

    it('of each part for itself', async () => {
      const body = { path: '/m/', fileName: 'parts.bin', fileSize: PART + 3 };
      const { presignedUrls } = await server.api.call(initEntryMultipart, { body });
      const [first = '', second = ''] = presignedUrls.map(({ url }) => url);
      expect(await put(first, PART + 1)).toBe(403);
      expect(await put(second, 4)).toBe(403);
      expect(await put(second, 3)).toBe(200);
    });

    /** Uploads a file of one part; returns what its completion names. */
    const sendSingle = async (fileName: string) => {
      const { api } = server;
      const body = { path: '/m/', fileName, fileSize: 5 };
      const { key, uploadId, presignedUrls } = await api.call(initEntryMultipart, { body });
      const sent = await fetch(presignedUrls[0]?.url ?? '', { method: 'PUT', body: 'bytes' });
      const etag = sent.headers.get('etag') ?? '';
      const parts = [{ PartNumber: 1, ETag: etag }];
      const end = (named = parts) =>
        api.call(completeEntryMultipart, {
          body: { path: '/m/', fileName, uploadId, parts: named },
        });
      return { key, uploadId, etag, end };
    };

    it('so that a file of one part is joined without a list of it, as what was stored', async () => {
      const { end } = await sendSingle('single.bin');
      const wrong = [{ PartNumber: 1, ETag: '"0123456789abcdef0123456789abcdef"' }];
      await expect(end(wrong)).rejects.toMatchObject({ code: 'file_system.parts_invalid' });
      const before = storage.takeRequests();
      expect(await end()).toMatchObject({ size: 5 });
      expect(before).not.toEqual([]);
      expect(storage.takeRequests()).not.toContain('GET part');
      expect(await end()).toMatchObject({ size: 5 });
      expect(await storage.read('single.bin')).toBe('bytes');
    });

    it('and one whose parts a killed process has joined is taken over', async () => {
      const { key, uploadId, etag, end } = await sendSingle('taken.bin');
      await storage.bucket.completeUpload(key, uploadId, [{ partNumber: 1, etag }]);
      expect(await end()).toMatchObject({ size: 5 });
      expect(await storage.read('taken.bin')).toBe('bytes');
    });

    it('and one that the storage no longer has leaves nothing', async () => {
      const { key, uploadId, end } = await sendSingle('gone.bin');
      await storage.bucket.abortUpload(key, uploadId);
      await expect(end()).rejects.toMatchObject({ code: 'file_system.upload_unknown' });
      expect(await storage.read('gone.bin')).toBeUndefined();
      expect(await server.prisma.objectWrite.count({ where: { uploadId } })).toBe(0);
    });

    it('no longer when the config names another bucket', async () => {
      await server.api.call(updateStorageConfig, {
        params: params(),
        body: { bucket_name: 'elsewhere' },
      });
      const where = params();
      const config = await server.prisma.storageConfig.findUniqueOrThrow({ where });
      expect(config.signsContentLength).toBe(false);
    });
  },
);

describe('a test of a storage whose config gets another bucket meanwhile', () => {
  it('stores nothing that it has found out about the bucket before', async () => {
    const server = await startServer('sqlite');
    const bucket = await startBucket(await startLocalS3Server());
    await bucket.mount(server.api, '/m');
    const where = { endpointUrl: bucket.url };
    const { id } = await server.prisma.storageConfig.findFirstOrThrow({ where });
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
    bucket.setFault(() => {
      reached.resolve();
      return gate.promise;
    });
    const tested = server.api.call(testStorageConfig, { params: { id } });
    await reached.promise;
    const body = { bucket_name: 'elsewhere' };
    await server.api.call(updateStorageConfig, { params: { id }, body });
    gate.resolve(undefined);
    expect((await tested).result.write.success).toBe(true);
    const config = await server.prisma.storageConfig.findUniqueOrThrow({ where: { id } });
    expect(config).toMatchObject({ bucketName: 'elsewhere', conditionalCalls: '' });
    expect(config.signsContentLength).toBe(false);
    await server.close();
    await bucket.close();
  });
});

describe('the embedded store (CONTRACT A6)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite');
    await (await useStorage(server)).mount('/m');
  });
  afterAll(() => server.close());

  it('takes no more than was declared, and than anybody may upload where nothing was', async () => {
    const presign = async (fileSize?: number) => {
      const body = { path: '/m/', fileName: 'a.bin', fileSize };
      return (await server.api.call(presignEntry, { body })).presignedUrl;
    };
    expect(await put(await presign(5), 6)).toBe(400);
    expect(await put(await presign(5), 5)).toBe(200);
    await server.prisma.setting.update({
      where: { key: 'max_upload_size' },
      data: { value: '1' },
    });
    await server.forget();
    expect(await put(await presign(), 1024 * 1024 + 1)).toBe(400);
    expect(await put(await presign(), 1024 * 1024)).toBe(200);
  });
});
