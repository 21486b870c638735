import { createHash, randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type {} from '@satchel/local-s3/test/global-setup';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { S3_CREDENTIALS, startS3 } from '../../../test/start-s3.ts';
import { type StorageProxy, s3Error, startStorageProxy } from '../../../test/storage-proxy.ts';
import { createS3Copy } from './s3-copies.ts';

const MEBIBYTE = 1024 * 1024;
/** S3's parts have at least 5 MiB, except the last. */
const LIMITS = { singleBytes: 6 * MEBIBYTE, partBytes: 5 * MEBIBYTE };
const LARGE = randomBytes(11 * MEBIBYTE + 7);
const KEPT = {
  ContentType: 'text/markdown',
  CacheControl: 'max-age=60',
  ContentDisposition: 'attachment; filename="x"',
  Metadata: { owner: 'somebody', note: 'a b' },
};

const radosgw = inject('radosgw');
const STORES = ['local-s3', ...(radosgw === undefined ? [] : ['radosgw'])] as const;

async function startStore(name: string) {
  if (name === 'radosgw' && radosgw) {
    return { ...radosgw, url: radosgw.endpoint, close: async () => undefined };
  }
  return { ...S3_CREDENTIALS, ...(await startS3('unused')) };
}

describe.each(STORES)('copies on %s of what is too large for one request', (name) => {
  const Bucket = `copies-${crypto.randomUUID()}`;
  let proxy: StorageProxy;
  let client: S3Client;
  let closeStore: () => Promise<void>;
  beforeAll(async () => {
    const { url, accessKeyId, secretAccessKey, close } = await startStore(name);
    proxy = await startStorageProxy(url);
    closeStore = close;
    client = new S3Client({
      endpoint: proxy.url,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    await client.send(new CreateBucketCommand({ Bucket }));
    await put('large', LARGE);
    await put('small', Buffer.from('small'));
  });
  afterEach(() => proxy.setFault(undefined));
  afterAll(async () => {
    client.destroy();
    await proxy.close();
    await closeStore();
  });

  const put = (Key: string, Body: Uint8Array) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ...KEPT }));
  const copy = (from: string, to: string, size: number, { signal } = new AbortController()) =>
    createS3Copy(client, Bucket, new Set(), LIMITS)(from, to, { size, signal });
  const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));
  const read = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const openUploads = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  const expectNothing = async (Key: string) => {
    await expect(head(Key)).rejects.toMatchObject({ name: 'NotFound' });
    expect(await openUploads()).toEqual([]);
  };

  it('have the same bytes, type and metadata, and are made by the storage', async () => {
    proxy.requests.splice(0);
    const { etag, size } = await copy('large', 'copy of large ü+%.md', LARGE.length);
    expect(proxy.requests.filter((operation) => operation === 'PUT part')).toHaveLength(3);
    expect(proxy.requests).not.toContain('get');
    const found = await head('copy of large ü+%.md');
    expect(found).toMatchObject({ ...KEPT, ETag: etag, ContentLength: size });
    expect(etag).toMatch(/-3"$/);
    expect(digest(await read('copy of large ü+%.md'))).toBe(digest(LARGE));
    expect(await openUploads()).toEqual([]);
  });

  it('take one request up to the limit, and keep all of it too', async () => {
    proxy.requests.splice(0);
    const { etag } = await copy('small', 'copy of small', 5);
    expect(proxy.requests).toEqual(['copy']);
    expect(await head('copy of small')).toMatchObject({ ...KEPT, ETag: etag, ContentLength: 5 });
    const exact = randomBytes(LIMITS.singleBytes);
    await put('exact', exact);
    proxy.requests.splice(0);
    await copy('exact', 'copy of exact', exact.length);
    expect(proxy.requests).toEqual(['copy']);
  });

  it.each(['create-upload', 'PUT part', 'POST part'])(
    'that fail at %s leave neither a file nor an open upload (SECURITY 12)',
    async (operation) => {
      proxy.setFault((request) =>
        request.operation === operation ? s3Error(503, 'ServiceUnavailable') : undefined,
      );
      await expect(copy('large', 'failed', LARGE.length)).rejects.toMatchObject({
        code: 'storage.unavailable',
      });
      proxy.setFault(undefined);
      await expectNothing('failed');
    },
  );

  it('that nobody waits for any more leave nothing', async () => {
    const controller = new AbortController();
    proxy.setFault(({ operation, count }) => {
      if (operation === 'PUT part' && count === 2) controller.abort();
      return undefined;
    });
    await expect(copy('large', 'left', LARGE.length, controller)).rejects.toBeDefined();
    await expectNothing('left');
    await expect(copy('small', 'left', 5, controller)).rejects.toBeDefined();
    await expectNothing('left');
  });

  it('of what changes in the middle are not made of two versions', async () => {
    await put('changing', LARGE);
    proxy.setFault(async ({ operation, count }) => {
      if (operation === 'PUT part' && count === 1) await put('changing', randomBytes(LARGE.length));
      return undefined;
    });
    await expect(copy('changing', 'mixed', LARGE.length)).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
    await expectNothing('mixed');
  });

  it('of what is not there are told apart from a storage that fails', async () => {
    for (const size of [5, LARGE.length]) {
      await expect(copy('none', 'x', size)).rejects.toMatchObject({
        code: 'file_system.not_found',
      });
    }
    await expectNothing('x');
  });
});
