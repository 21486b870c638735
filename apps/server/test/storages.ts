import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type {} from '@satchel/local-s3/test/global-setup';
import { inject } from 'vitest';
import { type MountedStorage, useStorage } from './mounted-storage.ts';
import { S3_CREDENTIALS, startS3 } from './start-s3.ts';
import { DATABASES, type DatabaseName, startServer, type TestServer } from './start-server.ts';
import { type StorageProxy, startStorageProxy } from './storage-proxy.ts';

export type StoreName = 'local-s3' | 'radosgw';

const radosgw = inject('radosgw');

const STORES: readonly StoreName[] = radosgw === undefined ? ['local-s3'] : ['local-s3', 'radosgw'];

/**
 * SQLite with our own storage over HTTP, and PostgreSQL with Ceph if it is installed, so that each kind
 * is tested once. No code depends on both, so all four combinations would take twice as long and find
 * nothing more.
 */
export const SYSTEMS: readonly (readonly [DatabaseName, StoreName])[] = Array.from(
  { length: Math.max(DATABASES.length, STORES.length) },
  (_, index) => [pick(DATABASES, index), pick(STORES, index)] as const,
);

/** System of suites about rules in which neither database nor storage has a part, such as rights. */
export const ANY_SYSTEM = SYSTEMS.slice(0, 1);

function pick<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

/** Server, and its own storage whose requests are counted. */
export interface System {
  readonly server: TestServer;
  readonly storage: CountedStorage;
  /** Adds another storage of the same kind. */
  addStorage(isPublic?: boolean): Promise<CountedStorage>;
  close(): Promise<void>;
}

export interface CountedStorage
  extends MountedStorage,
    Pick<StorageProxy, 'mostAtOnce' | 'running' | 'setFault'> {
  /** S3 operations since the last call, such as `list` or `copy`, in order. */
  takeRequests(): string[];
  readonly secretAccessKey: string;
}

export async function startSystem(
  [database, store]: (typeof SYSTEMS)[number],
  env: Readonly<Record<string, string>> = {},
  outgoing: Parameters<typeof startServer>[2] = {},
  timeouts: Parameters<typeof startServer>[4] = {},
): Promise<System> {
  const server = await startServer(database, env, outgoing, undefined, timeouts);
  const closers: (() => Promise<void>)[] = [];
  const addStorage = async (isPublic = true) => {
    const backend = await startBackend(store);
    closers.push(backend.close);
    const bucket = `bucket-${crypto.randomUUID()}`;
    await createBucket(backend, bucket);
    const proxy = await startStorageProxy(backend.url);
    closers.unshift(proxy.close);
    const { id } = await server.api.call(createStorageConfig, {
      body: {
        name: bucket,
        provider_type: 'Other',
        endpoint_url: proxy.url,
        bucket_name: bucket,
        access_key_id: backend.accessKeyId,
        secret_access_key: backend.secretAccessKey,
        path_style: true,
        is_public: isPublic,
      },
    });
    const { accessKeyId, secretAccessKey } = backend;
    const access = { endpoint: backend.url, bucket, accessKeyId, secretAccessKey };
    const storage = await useStorage(server, id, access);
    return {
      ...storage,
      takeRequests: () => proxy.requests.splice(0),
      mostAtOnce: proxy.mostAtOnce,
      running: proxy.running,
      setFault: proxy.setFault,
      secretAccessKey: backend.secretAccessKey,
    };
  };
  return {
    server,
    storage: await addStorage(),
    addStorage,
    async close() {
      await server.close();
      for (const close of closers) await close();
    },
  };
}

export interface Backend {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  close(): Promise<void>;
}

export async function startBackend(store: StoreName): Promise<Backend> {
  if (store === 'radosgw' && radosgw) {
    return { ...radosgw, url: radosgw.endpoint, close: async () => undefined };
  }
  return { ...S3_CREDENTIALS, ...(await startS3('unused')) };
}

export async function createBucket({ url, accessKeyId, secretAccessKey }: Backend, Bucket: string) {
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}
