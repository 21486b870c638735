import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type {} from '@satchel/local-s3/test/global-setup';
import { startLocalS3 } from '@satchel/test-kit/local-s3-process';
import { inject } from 'vitest';

export interface RunningStore {
  readonly client: S3Client;
  readonly bucket: string;
  stop(): Promise<void>;
}

const radosgw = inject('radosgw');

/** Stores for all cases. Includes Ceph if it is installed, which the global setup detects. */
export const stores: readonly {
  readonly name: string;
  /** @param bucket default a unique name */
  start(bucket?: string): Promise<RunningStore>;
}[] = [
  { name: 'local-s3', start: startLocal },
  ...(radosgw === undefined
    ? []
    : [
        {
          name: `radosgw ${radosgw.version}`,
          start: (bucket?: string) => open(radosgw.endpoint, radosgw, async () => {}, bucket),
        },
      ]),
];

async function startLocal(bucket?: string): Promise<RunningStore> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
  const directory = await mkdtemp(join(tmpdir(), 'uploader-s3-'));
  const { url, process } = await startLocalS3(directory, credentials);
  const stop = async (): Promise<void> => {
    process.kill();
    await once(process, 'exit');
    await rm(directory, { recursive: true });
  };
  return open(url, credentials, stop, bucket);
}

async function open(
  endpoint: string,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
  stop: () => Promise<void>,
  bucket = `uploader-test-${Date.now()}`,
): Promise<RunningStore> {
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId, secretAccessKey },
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    ...{ client, bucket },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
