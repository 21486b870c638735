import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchSender } from '../src/fetch.ts';
import type { PartSender, UploadTransport } from '../src/ports.ts';
import { createUploader } from '../src/uploader.ts';
import { createMemoryStore } from './fake-store.ts';
import { startLocalS3 } from './local-s3-process.ts';
import { createS3Transport } from './s3-transport.ts';

const BUCKET = 'uploads';
const PART_SIZE = 5 * 1024 * 1024;
const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
const bytes = Uint8Array.from({ length: 3 * PART_SIZE + 7 }, (_, index) => (index * 13) & 255);
const fileNamed = (name: string): File => new File([bytes], name, { lastModified: 1 });

let directory: string;
let s3: ChildProcess;
let client: S3Client;
let transport: Required<UploadTransport>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploader-s3-'));
  const { url: endpoint, ...local } = await startLocalS3(directory, credentials);
  s3 = local.process;
  client = new S3Client({
    ...{ endpoint, region: 'us-east-1', credentials, forcePathStyle: true },
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  transport = createS3Transport(client, BUCKET);
});
afterAll(async () => {
  client.destroy();
  s3.kill();
  await once(s3, 'exit');
  await rm(directory, { recursive: true });
});

async function storedBytes(key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/** Counts the parts that are sent, and gives up at one of them. */
function countingSender(failAt?: number): PartSender & { count: number } {
  const sender = createFetchSender();
  const counting = {
    ...sender,
    count: 0,
    put(request: Parameters<PartSender['put']>[0]) {
      counting.count += 1;
      if (counting.count === failAt) return Promise.reject(new TypeError('network'));
      return sender.put(request);
    },
  };
  return counting;
}

describe('an upload to a real S3', () => {
  it('stores the bytes of the file, with the ETag of a multipart object', async () => {
    const uploader = createUploader({ transport, send: createFetchSender() });
    const { etag } = await uploader.add(fileNamed('plain.bin')).done;
    expect(etag).toMatch(/-4"$/);
    expect((await storedBytes('plain.bin')).equals(bytes)).toBe(true);
  });

  it('of an empty file stores an empty object', async () => {
    const uploader = createUploader({ transport, send: createFetchSender() });
    await uploader.add(new File([], 'empty.bin')).done;
    expect(await storedBytes('empty.bin')).toHaveLength(0);
  });

  it('goes on with the parts that ListParts tells (SPEC 4)', async () => {
    const store = createMemoryStore();
    const send = countingSender(3);
    const first = createUploader({ transport, send, store, retries: 0, concurrentParts: 1 });
    await expect(first.add(fileNamed('resumed.bin')).done).rejects.toMatchObject({ partNumber: 3 });
    const sendRest = countingSender();
    await createUploader({ transport, send: sendRest, store }).add(fileNamed('resumed.bin')).done;
    expect(sendRest.count).toBe(2);
    expect((await storedBytes('resumed.bin')).equals(bytes)).toBe(true);
  });

  it('knows its own object when complete worked and its answer was lost', async () => {
    let calls = 0;
    const forgetful: UploadTransport = {
      ...transport,
      async complete(request, signal) {
        calls += 1;
        const stored = await transport.complete(request, signal);
        if (calls === 1) throw new TypeError('network');
        return stored;
      },
    };
    const uploader = createUploader({ transport: forgetful, send: createFetchSender() });
    await uploader.add(fileNamed('lost.bin')).done;
    expect(calls).toBe(1);
    expect((await storedBytes('lost.bin')).equals(bytes)).toBe(true);
  });

  it('that is aborted leaves nothing behind', async () => {
    const uploader = createUploader({ transport, send: createFetchSender(), concurrentParts: 1 });
    const upload = uploader.add(fileNamed('aborted.bin'));
    upload.on('part', ({ state }) => {
      if (state === 'completed') void upload.abort();
    });
    await expect(upload.done).rejects.toMatchObject({ code: 'aborted' });
    await upload.abort();
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    expect(Uploads ?? []).toEqual([]);
  });
});
