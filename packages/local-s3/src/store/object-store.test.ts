import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bucket } from './bucket.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';

let directory = '';
let store: ObjectStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-store-'));
  store = await openObjectStore(directory);
  await store.createBucket('bucket', 0);
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

function bucket(): Bucket {
  const found = store.bucket('bucket');
  if (found === undefined) throw new Error('The bucket is there');
  return found;
}

async function reopen(): Promise<void> {
  await store.close();
  store = await openObjectStore(directory);
}

async function put(key: string, text = key): Promise<void> {
  const staged = await bucket().files.stage(chunksOf(text), () => undefined);
  const data = await bucket().publish(staged, 0);
  const object = { key, size: text.length, etag: text, modifiedMs: 0, data, headers: {} };
  await bucket().commitData(data, () => [{ op: 'put', object }]);
}

async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

async function read(key: string): Promise<string | undefined> {
  const pinned = await bucket().pin(key);
  if (pinned === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of pinned.read(0, pinned.record.size)) chunks.push(chunk);
  pinned.release();
  return Buffer.concat(chunks).toString();
}

const journalSize = async () =>
  (await readFile(join(directory, 'buckets', 'bucket', 'journal'))).length;

async function dataFiles(): Promise<string[]> {
  const data = join(directory, 'buckets', 'bucket', 'data');
  const names = await readdir(data, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('the journal is rewritten when most of it is history, and nothing is lost', async () => {
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => put(`key-${at}`, `${at}-${round}`)));
  }
  // 2,000 records were written; at most 2 × 50 + 1,024 and one batch can be there.
  expect(
    (await readFile(join(directory, 'buckets', 'bucket', 'journal'), 'utf8')).split('"op"').length,
  ).toBeLessThan(1400);
  const check = async () => {
    for (let at = 0; at < 50; at += 1) expect(await read(`key-${at}`)).toBe(`${at}-39`);
  };
  await check();
  await reopen();
  await check();
  expect(await dataFiles()).toHaveLength(50);
});

test('a reader keeps the bytes that it found, and they go when it is through', async () => {
  await put('key', 'old');
  const pinned = await bucket().pin('key');
  await put('key', 'new');
  await bucket().commit(() => [{ op: 'delete', key: 'key' }]);
  const chunks = [];
  for await (const chunk of pinned?.read(0, 3) ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('old');
  pinned?.release();
  await store.close();
  expect(await dataFiles()).toEqual([]);
  store = await openObjectStore(directory);
});

test('a reader whose caller is gone before anybody reads fails in time, and ends nothing else', async () => {
  await put('key');
  const pinned = await bucket().pin('key');
  const reader = pinned?.read(0, 3, AbortSignal.abort());
  // An error that nobody listens to would fail this test from outside.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(reader?.toArray()).rejects.toThrow(/abort/);
  pinned?.release();
});

test('CORS rules that are set at the same time are written one after the other', async () => {
  const rulesOf = (origin: string) => [{ allowedOrigins: [origin], allowedMethods: ['GET'] }];
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => bucket().setCors(rulesOf(`http://${at}`))),
  );
  expect(bucket().config.cors).toEqual(rulesOf('http://19'));
  await reopen();
  expect(bucket().config.cors).toEqual(rulesOf('http://19'));
});

test('what a crash left behind is gone after the next open', async () => {
  await put('kept');
  const path = join(directory, 'buckets', 'bucket');
  await store.close();
  await writeFile(join(path, 'tmp', 'half'), 'x');
  await mkdir(join(path, 'data', 'orphan', 'upload'), { recursive: true });
  await writeFile(join(path, 'data', 'orphan', 'upload', '1-x'), 'x');
  await writeFile(join(path, 'journal.new'), 'x');
  await mkdir(join(directory, 'tmp', 'bucket-draft'));
  store = await openObjectStore(directory);
  expect(await readdir(join(path, 'tmp'))).toEqual([]);
  expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  expect(await readdir(path)).not.toContain('journal.new');
  expect(await dataFiles()).toHaveLength(1);
  expect(await read('kept')).toBe('kept');
});

test('a refused commit leaves the object, the journal and no data', async () => {
  await put('key', 'old');
  const size = await journalSize();
  const staged = await bucket().files.stage(chunksOf('new'), () => undefined);
  const data = await bucket().publish(staged, 0);
  const refused = bucket().commitData(data, () => {
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  await reopen();
  expect(await read('key')).toBe('old');
  expect(await journalSize()).toBe(size);
  expect(await dataFiles()).toHaveLength(1);
});

test('a second process cannot open the same directory', async () => {
  await expect(openObjectStore(directory)).rejects.toThrow('is in use by another process');
  expect(await store.createBucket('another', 0)).toBe(true);
});

test('a bucket that is deleted and made again is empty', async () => {
  await put('key');
  expect(await store.deleteBucket('bucket')).toBe('not-empty');
  await bucket().commit(() => [{ op: 'delete', key: 'key' }]);
  expect(await store.deleteBucket('bucket')).toBe('deleted');
  expect(await store.deleteBucket('bucket')).toBe('missing');
  await store.createBucket('bucket', 0);
  expect(await read('key')).toBeUndefined();
});
