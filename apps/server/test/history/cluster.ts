import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { makeDirectory } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import { login } from '@satchel/api-client/contract/sessions';
import {
  createStorageConfig,
  setDefaultStorageConfig,
  testStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { type Radosgw, startRadosgw } from '@satchel/local-s3/test/start-radosgw';
import { freePort } from '@satchel/test-kit/free-port';
import type { ProxyName } from '@satchel/test-kit/tls-proxies';
import { createDavClient, type DavClient } from '../dav-client.ts';
import { type PostgresProxy, startPostgresProxy } from '../postgres-proxy.ts';
import { type Child, startChild } from '../start-child.ts';
import { createDatabase, type Postgres, startPostgres } from '../start-postgres.ts';
import { type ReverseProxy, startProxy } from '../start-proxy.ts';
import { ADMIN, SECRET_KEY } from '../start-server.ts';
import { type StorageProxy, startStorageProxy } from '../storage-proxy.ts';

/** Timeout of a caller, shorter than the pause of a replica. */
const CALLER_TIMEOUT_MS = 6000;
/** Timeout of a readiness check, which waits for all its parts and names those that did not answer. */
const READINESS_TIMEOUT_MS = 20_000;
/** Quota of the bucket that is mounted at `/small`. */
export const SMALL_BYTES = 600_000;

/** Folders for the writers' files in the bucket that is mounted at `/m`. */
export const FOLDERS = ['replaced', 'edited', 'moved', 'folders', 'shared'] as const;

/** Replica at a fixed address, with its own proxy to the database. */
export interface Member {
  readonly url: string;
  readonly database: PostgresProxy;
  readonly child: () => Child;
  /** `ready`, or the reported problems; undefined without an answer. */
  readiness(): Promise<string | undefined>;
  /** Lines of its log that report its own faults. */
  errors(): readonly string[];
  /** Kills and restarts it. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
}

/** Three replicas behind a proxy, with PostgreSQL and a Ceph gateway that can be restarted. */
export interface Cluster {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly api: ApiClient;
  readonly authorization: string;
  readonly dav: DavClient;
  readonly members: readonly Member[];
  readonly postgres: Postgres;
  readonly gateway: Radosgw;
  readonly storage: StorageProxy;
  readonly databaseUrl: string;
  /** Client of the storage, as other programs use it. */
  readonly s3: S3Client;
  readonly bucket: string;
  readonly smallBucket: string;
  /** Logs in again after the session has been swept. */
  logIn(): Promise<void>;
  close(): Promise<void>;
}

/** Path of the library that shifts the clock of a process; undefined if it is not installed. */
export function findFakeTime(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find(existsSync);
}

export async function startCluster(proxyName: ProxyName, binaries: string): Promise<Cluster> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closers) await each();
  };
  const closing: Closing = (each) => closers.unshift(each);
  try {
    return { ...(await start(proxyName, binaries, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Registers how something that was started is closed. */
type Closing = (close: () => Promise<unknown>) => void;

async function start(proxyName: ProxyName, binaries: string, closing: Closing) {
  const postgres = await startPostgres(binaries);
  closing(postgres.stop);
  const gateway = await startRadosgw('storage.example.org');
  closing(gateway.stop);
  const storage = await startStorageProxy(gateway.endpoint);
  closing(storage.close);
  const databaseUrl = await createDatabase(postgres.url);
  const port = await freePort();
  const members: Member[] = [];
  for (let index = 0; index < 3; index += 1) {
    const database = await startPostgresProxy(databaseUrl);
    closing(database.close);
    members.push(await startMember(database, `https://share.example.org:${port}`, closing));
  }
  const replicas = members.map(({ url }) => url);
  const proxy = await startProxy(proxyName, { replicas, storage: gateway.endpoint, port });
  closing(proxy.stop);
  const send = withTimeout(proxy);
  let token = '';
  const credential = () => ({ kind: 'admin', token }) as const;
  const baseUrl = proxy.url;
  const api = createApiClient({ baseUrl, fetch: send, credential });
  const patient = createApiClient({ baseUrl, fetch: proxy.fetch, credential });
  const logIn = async () => {
    ({ token } = await patient.call(login, { body: ADMIN }));
  };
  await logIn();
  const { accessKeyId, secretAccessKey } = gateway;
  const s3 = new S3Client({
    endpoint: gateway.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  closing(async () => s3.destroy());
  const add = (path: string, limitBytes?: number) =>
    addMount({
      api: patient,
      s3,
      path,
      limitBytes,
      gateway,
      url: storage.url,
      publicUrl: proxy.storageUrl,
    });
  const smallBucket = await add('/small', SMALL_BYTES);
  const bucket = await add('/m');
  for (const folder of FOLDERS)
    await patient.call(makeDirectory, { body: { path: `/m/${folder}/` } });
  return {
    url: proxy.url,
    fetch: send,
    smallBucket,
    bucket,
    api,
    members,
    postgres,
    gateway,
    storage,
    databaseUrl,
    s3,
    authorization: `Bearer ${token}`,
    dav: createDavClient(proxy.url, undefined, send),
    logIn,
  };
}

async function startMember(
  database: PostgresProxy,
  PUBLIC_URL: string,
  closing: Closing,
): Promise<Member> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-history-'));
  const port = await freePort();
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const child = startChild(port, {
      DATA_DIR: directory,
      DATABASE_URL: database.url,
      SECRET_KEY,
      PUBLIC_URL,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    });
    await child.ready;
    return child;
  };
  let child = await start();
  let earlier = '';
  const kill = async () => {
    child.process.kill('SIGKILL');
    await child.ended;
  };
  closing(async () => {
    await kill();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    url: child.url,
    database,
    child: () => child,
    async readiness() {
      const signal = AbortSignal.timeout(READINESS_TIMEOUT_MS);
      const reply = await fetch(`${child.url}/api/health/ready`, { signal }).catch(() => undefined);
      if (reply?.status === 200) return 'ready';
      const { exitCode, signalCode } = child.process;
      return reply?.text() ?? (exitCode === null && signalCode === null ? undefined : 'ended');
    },
    errors: () =>
      (earlier + child.output()).split('\n').filter((line) => line.includes('server.internal')),
    async restart(env) {
      await kill();
      earlier += child.output();
      child = await start(env);
    },
  };
}

function withTimeout({ fetch: send }: ReverseProxy): typeof globalThis.fetch {
  return (input, init = {}) => {
    const signals = [AbortSignal.timeout(CALLER_TIMEOUT_MS), init.signal ?? []].flat();
    return send(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

interface NewBucket {
  readonly api: ApiClient;
  readonly s3: S3Client;
  readonly path: string;
  readonly limitBytes: number | undefined;
  readonly gateway: Radosgw;
  /** Address that the replicas use. */
  readonly url: string;
  /** Address that callers use. */
  readonly publicUrl: string;
}

/** Returns the name of the bucket. */
async function addMount(wanted: NewBucket): Promise<string> {
  const { api, s3, path, limitBytes, gateway, url, publicUrl } = wanted;
  const Bucket = `bucket-${crypto.randomUUID()}`;
  await s3.send(new CreateBucketCommand({ Bucket }));
  const { id } = await api.call(createStorageConfig, {
    body: {
      name: Bucket,
      provider_type: 'Other',
      bucket_name: Bucket,
      path_style: true,
      endpoint_url: url,
      public_endpoint_url: publicUrl,
      total_storage_bytes: limitBytes,
      access_key_id: gateway.accessKeyId,
      secret_access_key: gateway.secretAccessKey,
    },
  });
  await api.call(setDefaultStorageConfig, { params: { id } });
  // Lets the server find out which conditions the storage checks itself.
  await api.call(testStorageConfig, { params: { id } });
  const mount = { name: path, storage_type: 'S3', storage_config_id: id } as const;
  await api.call(createMount, { body: { ...mount, mount_path: path } });
  return Bucket;
}
