import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { login } from '@satchel/api-client/contract/sessions';
import {
  createStorageConfig,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { freePort } from '@satchel/test-kit/free-port';
import { inject } from 'vitest';
import { connectDatabase } from '../src/database/database.ts';
import { createCheckedClient } from './checked-client.ts';
import { listOpenUploads } from './list-open-uploads.ts';
import { type Child, startChild } from './start-child.ts';
import { createDatabase } from './start-postgres.ts';
import { ADMIN } from './start-server.ts';
import { createBucket, type StoreName, startBackend } from './storages.ts';

/** One of several servers on a database, each with its own process and data folder. */
export interface Replica extends Child {
  /** Client of the administrator; checks every reply against the contract. */
  readonly api: ApiClient;
  readonly anonymous: ApiClient;
  apiAs(key: string): ApiClient;
}

/** Bucket that the replicas use, as its storage itself sees it. */
export interface SharedBucket {
  readonly configId: string;
  /** Id of the bucket's mount, which shows files to callers with a signed link. */
  readonly mountId: string;
  readonly mountPath: string;
  keys(prefix?: string): Promise<string[]>;
  /** Content under a key; undefined if there is none. */
  read(key: string): Promise<string | undefined>;
  /** Keys of the uploads that are open in the storage. */
  openUploads(prefix?: string): Promise<string[]>;
}

export interface BucketOptions {
  /** By default the gateway if it is installed, else our own store over HTTP. */
  readonly store?: StoreName;
  /** Starts a proxy between the replicas and the storage; returns its address. */
  readonly proxyOf?: (storageUrl: string) => Promise<string>;
}

export interface Replicas {
  readonly one: Replica;
  readonly two: Replica;
  /** Reads rows. */
  readonly prisma: Awaited<ReturnType<typeof connectDatabase>>['prisma'];
  /** Starts another replica, which `close` stops, too. */
  start(): Promise<Replica>;
  addBucket(mountPath: string, options?: BucketOptions): Promise<SharedBucket>;
  /** Number of connections of the change feed, both listening and publishing. */
  countFeed(): Promise<number>;
  /** Closes all connections of the change feed, on the side of the database. */
  cutFeed(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param serverUrl URL of the PostgreSQL server on which they get a database
 * @param env further variables for all of them
 */
export async function startReplicas(
  serverUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Replicas> {
  const databaseUrl = await createDatabase(serverUrl);
  const started: Replica[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  let token = '';
  const start = async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'satchel-replica-'));
    closers.push(() => rm(dataDirectory, { recursive: true, force: true }));
    const child = startChild(await freePort(), {
      DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'one secret for every replica of this test',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      // All of a test's load comes from one address.
      RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    });
    await child.ready;
    // A session of one replica is valid on all.
    token ||= (await createApiClient({ baseUrl: child.url }).call(login, { body: ADMIN })).token;
    const replica = {
      ...child,
      api: createCheckedClient(child.url, { kind: 'admin', token }),
      anonymous: createCheckedClient(child.url, undefined),
      apiAs: (key: string) => createCheckedClient(child.url, { kind: 'apiKey', key }),
    };
    started.push(replica);
    return replica;
  };
  const [one, two] = [await start(), await start()];
  const { prisma, close: closeDatabase } = await connectDatabase({
    dataDirectory: tmpdir(),
    databaseUrl,
    onError: () => undefined,
  });
  const feed = () => prisma.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'satchel changes'`;
  return {
    one,
    two,
    prisma,
    start,
    addBucket: (mountPath, options = {}) => addBucket(one.api, mountPath, closers, options),
    countFeed: async () => (await feed()).length,
    async cutFeed() {
      for (const { pid } of await feed()) {
        await prisma.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
      }
    },
    async close() {
      await closeDatabase();
      for (const replica of started) {
        replica.process.kill('SIGTERM');
        await replica.ended;
      }
      for (const close of closers) await close();
    },
  };
}

/** Adds a public bucket of the gateway, or of our own store over HTTP without a gateway. */
async function addBucket(
  api: ApiClient,
  mountPath: string,
  closers: (() => Promise<unknown>)[],
  { store = inject('radosgw') ? 'radosgw' : 'local-s3', proxyOf }: BucketOptions,
): Promise<SharedBucket> {
  const backend = await startBackend(store);
  closers.push(backend.close);
  const { url: endpoint, accessKeyId, secretAccessKey } = backend;
  const Bucket = `bucket-${crypto.randomUUID()}`;
  await createBucket(backend, Bucket);
  const { id: configId } = await api.call(createStorageConfig, {
    body: {
      name: Bucket,
      provider_type: 'Other',
      endpoint_url: (await proxyOf?.(endpoint)) ?? endpoint,
      bucket_name: Bucket,
      access_key_id: accessKeyId,
      secret_access_key: secretAccessKey,
      path_style: true,
      is_public: true,
    },
  });
  await api.call(setDefaultStorageConfig, { params: { id: configId } });
  const { id: mountId } = await api.call(createMount, {
    body: {
      name: mountPath,
      storage_type: 'S3',
      storage_config_id: configId,
      mount_path: mountPath,
      web_proxy: true,
      enable_sign: true,
    },
  });
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  closers.unshift(async () => client.destroy());
  return {
    configId,
    mountId,
    mountPath,
    async keys(Prefix = '') {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(({ Key = '' }) => Key);
    },
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return await Body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    openUploads: (prefix) => listOpenUploads({ endpoint, bucket: Bucket, ...credentials }, prefix),
  };
}
