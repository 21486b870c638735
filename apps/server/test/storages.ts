import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type {} from '@satchel/local-s3/test/global-setup';
import { inject } from 'vitest';
import { type MountedStorage, useStorage } from './mounted-storage.ts';
import { S3_CREDENTIALS, startS3 } from './start-s3.ts';
import { DATABASES, type DatabaseName, startServer, type TestServer } from './start-server.ts';

type StoreName = 'local-s3' | 'radosgw';

const radosgw = inject('radosgw');

/** Every database with every storage: our own over HTTP, and Ceph where the machine has it. */
export const SYSTEMS: readonly (readonly [DatabaseName, StoreName])[] = DATABASES.flatMap(
  (database) => [
    [database, 'local-s3'] as const,
    ...(radosgw === undefined ? [] : [[database, 'radosgw'] as const]),
  ],
);

/** A server, and a storage of its own whose requests are counted. */
export interface System {
  readonly server: TestServer;
  readonly storage: CountedStorage;
  /** One more storage of the same kind. */
  addStorage(isPublic?: boolean): Promise<CountedStorage>;
  close(): Promise<void>;
}

export interface CountedStorage extends MountedStorage {
  /** S3 operations since the last call, such as `list` or `copy`, in order. */
  takeRequests(): string[];
  /** Most requests at the same moment since the start. */
  mostAtOnce(): number;
}

export async function startSystem([database, store]: (typeof SYSTEMS)[number]): Promise<System> {
  const server = await startServer(database);
  const closers: (() => Promise<void>)[] = [];
  const addStorage = async (isPublic = true) => {
    const backend = await startBackend(store);
    closers.push(backend.close);
    const bucket = `bucket-${crypto.randomUUID()}`;
    await createBucket(backend, bucket);
    const proxy = await startCountingProxy(backend.url);
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
    const storage = await useStorage(server, id);
    return {
      ...storage,
      takeRequests: () => proxy.requests.splice(0),
      mostAtOnce: proxy.mostAtOnce,
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

interface Backend {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  close(): Promise<void>;
}

async function startBackend(store: StoreName): Promise<Backend> {
  if (store === 'radosgw' && radosgw) {
    return { ...radosgw, url: radosgw.endpoint, close: async () => undefined };
  }
  return { ...S3_CREDENTIALS, ...(await startS3('unused')) };
}

async function createBucket({ url, accessKeyId, secretAccessKey }: Backend, Bucket: string) {
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

/** Hands every request on as it is, its `Host` included, so that signatures stay right. */
async function startCountingProxy(target: string) {
  const requests: string[] = [];
  let running = 0;
  let most = 0;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    requests.push(operationOf(request));
    running += 1;
    most = Math.max(most, running);
    response.on('close', () => {
      running -= 1;
    });
    const { method, url: path, headers } = request;
    const onward = send({ hostname, port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('close', () => request.complete || onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function operationOf({ method, url = '', headers }: IncomingMessage): string {
  const { searchParams } = new URL(url, 'http://storage.invalid');
  if (searchParams.has('list-type')) return 'list';
  if (method === 'POST' && searchParams.has('delete')) return 'delete';
  if (searchParams.has('uploads')) return method === 'POST' ? 'create-upload' : 'list-uploads';
  if (searchParams.has('uploadId')) return `${method} part`;
  if (method === 'PUT' && headers['x-amz-copy-source'] !== undefined) return 'copy';
  return { GET: 'get', HEAD: 'head', PUT: 'put', DELETE: 'delete' }[method ?? ''] ?? String(method);
}
