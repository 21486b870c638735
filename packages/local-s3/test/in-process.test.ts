import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from './open-test-store.ts';

let s3: TestStore;
let client: S3Client;
beforeAll(async () => {
  s3 = await openTestStore({ basePath: '/s3' });
  client = new S3Client({
    endpoint: 'http://store.invalid/s3',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    requestHandler: s3.store.createRequestHandler(),
  });
});
afterAll(() => s3.stop());

const text = async (Key: string) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key }));
  return Body?.transformToString();
};

test('a client in the process needs no socket and no key of the store', async () => {
  await client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'key', Body: 'hello' }));
  expect(await text('key')).toBe('hello');
});

test('the same request from outside needs a signature', async () => {
  const request = { method: 'GET', url: '/s3/bucket/key', headers: {}, body: Readable.from([]) };
  const { status, body } = await s3.store.handle(request);
  expect([status, String(body)]).toEqual([403, expect.stringContaining('AccessDenied')]);
});

test('a path outside of the base path is no bucket', async () => {
  const handler = s3.store.createRequestHandler();
  for (const path of ['/bucket/key', '/s3x/bucket/key', '/']) {
    const { response } = await handler.handle({ method: 'GET', path, headers: {} });
    expect(response.statusCode).toBe(400);
  }
});

test.each([
  ['a string', 'hello'],
  ['a Uint8Array', new TextEncoder().encode('hello')],
  ['a view into a larger buffer', Buffer.from('--hello--').subarray(2, 7)],
  ['an ArrayBuffer', new TextEncoder().encode('hello').buffer],
  ['a Blob', new Blob(['hello'])],
  ['a web stream', new Blob(['hello']).stream()],
  ['a Node stream', Readable.from([Buffer.from('he'), Buffer.from('llo')])],
])('%s is a body', async (_, body) => {
  const handler = s3.store.createRequestHandler();
  const path = '/s3/bucket/body';
  const { response } = await handler.handle({ method: 'PUT', path, headers: {}, body });
  expect(response.statusCode).toBe(200);
  expect(await text('body')).toBe('hello');
});

test('many requests in a row leave others their turn', async () => {
  const handler = s3.store.createRequestHandler();
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  const end = Date.now() + 100;
  while (Date.now() < end) {
    const query = { 'list-type': '2', prefix: 'none' };
    await handler.handle({ method: 'GET', path: '/s3/bucket', headers: {}, query });
  }
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
});

test('an upload that is aborted rejects as aborted and leaves nothing', async () => {
  const aborting = new AbortController();
  const Body = new PassThrough();
  Body.on('error', () => undefined);
  Body.write(Buffer.alloc(100_000));
  const command = new PutObjectCommand({
    Bucket: 'bucket',
    Key: 'aborted',
    Body,
    ContentLength: 200_000,
  });
  const sending = client.send(command, { abortSignal: aborting.signal });
  setTimeout(() => aborting.abort(), 20);
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(await readdir(join(s3.directory, 'buckets', 'bucket', 'tmp'))).toEqual([]);
  await expect(text('aborted')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a download that is aborted ends its stream with an error', async () => {
  await client.send(
    new PutObjectCommand({ Bucket: 'bucket', Key: 'long', Body: Buffer.alloc(5_000_000) }),
  );
  const aborting = new AbortController();
  const command = new GetObjectCommand({ Bucket: 'bucket', Key: 'long' });
  const { Body } = await client.send(command, { abortSignal: aborting.signal });
  aborting.abort();
  await expect(Body?.transformToByteArray()).rejects.toMatchObject({ name: 'AbortError' });
});
