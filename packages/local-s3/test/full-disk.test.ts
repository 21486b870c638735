import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from './conformance/describe-targets.ts';
import { TEST_CREDENTIALS } from './open-test-store.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const LIMIT_KIB = 1024;

let directory = '';
let child: ChildProcess;
let s3: S3Client;

// Limits the size of files, so that a write fails midway like on a full disk. This needs no root.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-full-'));
  const { accessKeyId, secretAccessKey } = TEST_CREDENTIALS;
  const keys = ['--access-key-id', accessKeyId, '--secret-access-key', secretAccessKey];
  const script = `trap '' XFSZ; ulimit -f ${LIMIT_KIB}; exec "$@"`;
  const command = [process.execPath, MAIN, '--directory', directory, '--port', '0', ...keys];
  child = spawn('bash', ['-c', script, 'bash', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (child.stdout === null) throw new Error('The output is piped');
  const [line] = await once(child.stdout, 'data');
  const endpoint = /http:\S+/.exec(String(line))?.[0] ?? '';
  s3 = new S3Client({
    endpoint,
    credentials: TEST_CREDENTIALS,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
  });
  await s3.send(new CreateBucketCommand({ Bucket: 'bucket' }));
});
afterAll(async () => {
  s3.destroy();
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(directory, { recursive: true });
});

test('a write that does not fit fails as S3 fails and changes nothing (SECURITY 12)', async () => {
  const put = (Body: Buffer | string) =>
    s3.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'key', Body }));
  const text = async () => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }));
    return Body?.transformToString();
  };
  await put('small');
  const failure = await failureOf(put(Buffer.alloc(4 * LIMIT_KIB * 1024)));
  expect(failure).toEqual({ code: 'InsufficientStorage', status: 507 });
  expect(await text()).toBe('small');
  expect(await readdir(join(directory, 'buckets', 'bucket', 'tmp'))).toEqual([]);
  await put('fits again');
  expect(await text()).toBe('fits again');
});
