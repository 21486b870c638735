import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { forEachAtOnce } from '../src/concurrency/for-each-at-once.ts';
import { listOpenUploads } from './list-open-uploads.ts';
import { S3_CREDENTIALS, startS3 } from './start-s3.ts';
import { type StorageProxy, startStorageProxy } from './storage-proxy.ts';

/** Server in which a test's bucket is created. */
export interface S3Server {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  close(): Promise<void>;
}

/** Bucket that outlives the servers that use it, with ways to change it without their noticing. */
export interface OwnBucket extends Pick<StorageProxy, 'setFault' | 'requests' | 'url'> {
  readonly name: string;
  /** Mounts it on a server. */
  mount(api: ApiClient, path: string): Promise<void>;
  put(keys: readonly string[]): Promise<void>;
  keys(prefix?: string): Promise<string[]>;
  /** Keys of the multipart uploads that are open in the storage. */
  openUploads(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startLocalS3Server(): Promise<S3Server> {
  return { ...S3_CREDENTIALS, ...(await startS3('unused')) };
}

/** @param s3 closed together with the bucket */
export async function startBucket(s3: S3Server): Promise<OwnBucket> {
  const Bucket = `bucket-${crypto.randomUUID()}`;
  const { accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({
    endpoint: s3.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  const proxy = await startStorageProxy(s3.url);
  return {
    name: Bucket,
    url: proxy.url,
    setFault: proxy.setFault,
    requests: proxy.requests,
    async mount(api, path) {
      const { id } = await api.call(createStorageConfig, {
        body: {
          name: Bucket,
          provider_type: 'Other',
          endpoint_url: proxy.url,
          bucket_name: Bucket,
          access_key_id: accessKeyId,
          secret_access_key: secretAccessKey,
          path_style: true,
          is_public: true,
        },
      });
      const body = { name: path, storage_type: 'S3', mount_path: path, cache_ttl: 0 } as const;
      await api.call(createMount, { body: { ...body, storage_config_id: id } });
    },
    put: (keys) =>
      forEachAtOnce(keys, 16, async (Key) => {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
      }),
    async keys(Prefix = '') {
      const found: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await client.send(command);
        found.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      return found;
    },
    openUploads: () =>
      listOpenUploads({ endpoint: s3.url, bucket: Bucket, accessKeyId, secretAccessKey }),
    async close() {
      await proxy.close();
      client.destroy();
      await s3.close();
    },
  };
}
