import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { openLocalS3 } from '../../src/local-s3.ts';

export interface RunningTarget {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  client(config?: S3ClientConfig): S3Client;
  /** Creates a new bucket for a test file. */
  createBucket(): Promise<string>;
  stop(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** False for Ceph, whose old version lacks some features; their cases are skipped. */
  readonly isLocal: boolean;
  start(): Promise<RunningTarget>;
}

const radosgw = inject('radosgw');

/** Targets of the same cases. Titles contain their names, so that a report shows which ones ran. */
export const targets: readonly Target[] = [
  { name: 'local-s3 over HTTP', isLocal: true, start: () => startLocal('http') },
  { name: 'local-s3 in process', isLocal: true, start: () => startLocal('in-process') },
  ...(radosgw === undefined
    ? []
    : [
        {
          name: `radosgw ${radosgw.version}`,
          isLocal: false,
          start: async () => run(radosgw.endpoint, radosgw, {}, async () => undefined),
        },
      ]),
];

async function startLocal(transport: 'http' | 'in-process'): Promise<RunningTarget> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-local-s3-'));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
  const store = await openLocalS3({ directory, credentials: [credentials], basePath: '/s3' });
  const server = createServer({ requestTimeout: 0 }, store.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const handler = transport === 'http' ? {} : { requestHandler: store.createRequestHandler() };
  return run(`http://127.0.0.1:${port}/s3`, credentials, handler, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
    await rm(directory, { recursive: true });
  });
}

function run(
  endpoint: string,
  credentials: RunningTarget['credentials'],
  base: S3ClientConfig,
  stop: () => Promise<void>,
): RunningTarget {
  const clients: S3Client[] = [];
  const { accessKeyId, secretAccessKey } = credentials;
  const client = (config: S3ClientConfig = {}) => {
    const created = new S3Client({
      endpoint,
      credentials: { accessKeyId, secretAccessKey },
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...base,
      ...config,
    });
    clients.push(created);
    return created;
  };
  return {
    endpoint,
    credentials,
    client,
    async createBucket() {
      const name = `test-${randomBytes(6).toString('hex')}`;
      await client().send(new CreateBucketCommand({ Bucket: name }));
      return name;
    },
    async stop() {
      for (const each of clients) each.destroy();
      await stop();
    },
  };
}
