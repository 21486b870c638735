import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalS3 } from '../src/local-s3.ts';
import { openSnapshot } from '../src/store/snapshot.ts';
import { openTestStore, TEST_CREDENTIALS, type TestStore } from './open-test-store.ts';
import { createStoreCaller } from './store-caller.ts';

const KEYS = 40;

let source: TestStore;
let target = '';
beforeAll(async () => {
  source = await openTestStore();
  target = await mkdtemp(join(source.directory, 'snapshot-'));
});
afterAll(() => source.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function put(key: string): Promise<string> {
  const body = randomBytes(randomInt(1, 20_000));
  expect((await source.call('PUT', `/bucket/${key}`, body)).status).toBe(200);
  return hashOf(body);
}

async function beginUpload(key: string): Promise<string> {
  const begun = await source.call('POST', `/bucket/${key}?uploads`);
  return /<UploadId>(.+)<\/UploadId>/.exec(begun.body.toString())?.[1] ?? '';
}

async function endUpload({ call }: Pick<TestStore, 'call'>, key: string, id: string) {
  const body = randomBytes(3000);
  const part = await call('PUT', `/bucket/${key}?partNumber=1&uploadId=${id}`, body);
  expect(part.status).toBe(200);
  const list = `<Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part>`;
  const complete = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
  const done = await call('POST', `/bucket/${key}?uploadId=${id}`, complete);
  expect(done.status).toBe(200);
  return hashOf(body);
}

const putInParts = async (key: string) => endUpload(source, key, await beginUpload(key));

test('a snapshot of a store that is written to is a whole store: what was there, and stayed, is in it', async () => {
  const steady = new Map<string, string>();
  for (let at = 0; at < KEYS; at += 1) steady.set(`steady/${at}`, await put(`steady/${at}`));
  for (let at = 0; at < 5; at += 1) steady.set(`parts/${at}`, await putInParts(`parts/${at}`));
  const versions = new Map<string, Set<string>>();
  let isOver = false;
  let changes = 0;
  const disturb = async () => {
    while (!isOver) {
      const key = `busy/${randomInt(20)}`;
      const isPart = randomInt(2) === 0;
      if (randomInt(3) === 0) await source.call('DELETE', `/bucket/${key}`);
      else {
        const known = versions.get(key) ?? new Set();
        versions.set(key, known.add(await (isPart ? putInParts(key) : put(key))));
      }
      changes += 1;
    }
  };
  const writers = [disturb(), disturb(), disturb()];
  await expect.poll(() => changes, { interval: 5 }).toBeGreaterThan(10);

  const snapshot = openSnapshot(source.directory, target);
  await snapshot.catchUp();
  // Enough changes for the store to rewrite its journal in between.
  const before = changes;
  await expect.poll(() => changes, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 1200);
  steady.set('late', await put('late'));
  await snapshot.catchUp();
  isOver = true;
  await Promise.all(writers);
  await source.call('DELETE', '/bucket/late');
  await snapshot.finish();
  await snapshot.close();

  const copy = await openLocalS3({ directory: target, credentials: [TEST_CREDENTIALS] });
  const call = createStoreCaller(copy);
  const hashIn = async (key: string) => {
    const { status, body } = await call('GET', `/bucket/${key}`);
    return status === 404 ? undefined : hashOf(body);
  };
  for (const [key, hash] of steady) expect(await hashIn(key), key).toBe(hash);
  for (const [key, known] of versions) {
    const hash = await hashIn(key);
    if (hash !== undefined) expect(known, key).toContain(hash);
  }
  await copy.close();
});

test('an upload that had no part yet goes on in a snapshot', async () => {
  const id = await beginUpload('begun');
  const copied = await mkdtemp(join(source.directory, 'begun-'));
  const snapshot = openSnapshot(source.directory, copied);
  await snapshot.catchUp();
  await snapshot.finish();
  await snapshot.close();
  const copy = await openLocalS3({ directory: copied, credentials: [TEST_CREDENTIALS] });
  const call = createStoreCaller(copy);
  const hash = await endUpload({ call }, 'begun', id);
  expect(hashOf((await call('GET', '/bucket/begun')).body)).toBe(hash);
  await copy.close();
});

test('a snapshot is refused where an object has lost its bytes', async () => {
  await put('lost');
  const shards = join(source.directory, 'buckets', 'bucket', 'data');
  for (const shard of await readdir(shards)) await rm(join(shards, shard), { recursive: true });
  const snapshot = openSnapshot(source.directory, await mkdtemp(join(source.directory, 'second-')));
  await expect(snapshot.catchUp()).rejects.toThrow('is missing in');
  await snapshot.close();
});
