import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FinishedUpload, UploadStorage } from '@satchel/multipart-uploader/server';
import { createAwsStorage } from '@satchel/multipart-uploader/server/aws';
import { startLocalS3 } from '@satchel/test-kit/local-s3-process';
import { readBlocks } from '../test/recipes.ts';

const BUCKET = 'uploads';
const LINK_LIFETIME_SECONDS = 3600;

/** Facts about a stored object for the page. */
export interface StoredFile {
  /** Address of the object, valid for an hour. */
  readonly url: string;
  /** Hash of the bytes in the store, in hexadecimal. */
  readonly sha256: string;
}

export interface DemoStore {
  readonly storage: UploadStorage;
  readonly describe: (upload: FinishedUpload) => Promise<StoredFile>;
  readonly close: () => Promise<void>;
}

/** Satchel's own S3 on an origin of its own, with the CORS rules of the README. */
export async function startStore(directory: string, pageUrl: string): Promise<DemoStore> {
  const credentials = { accessKeyId: 'demo', secretAccessKey: 'demo-secret' };
  const local = await startLocalS3(directory, credentials);
  const hasEnded = once(local.process, 'exit');
  const client = new S3Client({
    ...{ endpoint: local.url, credentials, region: 'us-east-1', forcePathStyle: true },
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const [cors = ''] = await readBlocks('json');
  const CORSRules = JSON.parse(cors.replace('https://your.app', pageUrl));
  const rules = { Bucket: BUCKET, CORSConfiguration: { CORSRules } };
  await client.send(new PutBucketCorsCommand(rules));

  return {
    storage: createAwsStorage(client, BUCKET),
    describe: (upload) => describeObject(client, upload),
    async close() {
      client.destroy();
      local.process.kill();
      await hasEnded;
    },
  };
}

async function describeObject(
  client: S3Client,
  { key, file }: FinishedUpload,
): Promise<StoredFile> {
  const object = { Bucket: BUCKET, Key: key };
  const { Body } = await client.send(new GetObjectCommand(object));
  const hash = createHash('sha256');
  for await (const chunk of Body?.transformToWebStream() ?? []) hash.update(chunk);
  const link = new GetObjectCommand({
    ...object,
    ResponseContentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  });
  const url = await getSignedUrl(client, link, { expiresIn: LINK_LIFETIME_SECONDS });
  return { url, sha256: hash.digest('hex') };
}
