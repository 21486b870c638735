import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { RADOSGW_CREDENTIALS, startRadosgw } from '@satchel/local-s3/test/start-radosgw';
import { createNodeListener } from '@satchel/multipart-uploader/node';
import { createUploadServer, type UploadServerOptions } from '@satchel/multipart-uploader/server';
import { createAwsStorage } from '@satchel/multipart-uploader/server/aws';
import { type StartedProcess, start } from './start-processes.ts';

export const BUCKET = 'bench';
/** Addresses of the servers as a page sees them. */
export interface Addresses {
  readonly page: string;
  readonly store: string;
  readonly tus: string;
}

const isCeph = process.env.STORE === 'radosgw';

export const credentials = isCeph
  ? RADOSGW_CREDENTIALS
  : { accessKeyId: 'bench', secretAccessKey: randomBytes(16).toString('hex') };

/** Creates a client of the store at an address, for signing or for calls. */
export function createClient(endpoint: string): S3Client {
  return new S3Client(clientConfig(endpoint));
}

/** Returns plain data, so that a page can receive it, too. */
export function clientConfig(endpoint: string) {
  return {
    ...{ endpoint, region: 'us-east-1', credentials, forcePathStyle: true },
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

export type Store = Pick<StartedProcess, 'url' | 'stop'>;

/** Starts our own S3, or Ceph's with `STORE=radosgw`, in separate processes, with CORS for every page. */
export async function startStore(directory: string): Promise<Store> {
  const store = isCeph ? await startCeph() : await startLocalS3(directory);
  const client = createClient(store.url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const rule = {
    ...{
      AllowedOrigins: ['*'],
      AllowedMethods: ['PUT', 'POST', 'GET', 'DELETE'],
      AllowedHeaders: ['*'],
    },
    ...{ ExposeHeaders: ['ETag', 'Date'], MaxAgeSeconds: 3600 },
  };
  const CORSConfiguration = { CORSRules: [rule] };
  await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration }));
  client.destroy();
  return store;
}

async function startCeph(): Promise<Store> {
  const { endpoint, stop } = await startRadosgw();
  return { url: endpoint, stop };
}

function startLocalS3(directory: string): Promise<Store> {
  const main = fileURLToPath(new URL('main.ts', import.meta.resolve('@satchel/local-s3')));
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key-id', accessKeyId, '--secret-access-key', secretAccessKey];
  return start([main, '--directory', directory, '--port', '0', ...keys], {});
}

/** Checks that the store has exactly these objects, and then removes them. */
export async function takeObjects(
  storeUrl: string,
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const client = createClient(storeUrl);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  if (Contents.length > 0) {
    const Objects = Contents.map(({ Key }) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
  }
  client.destroy();
  const stored = new Map(Contents.map(({ Key = '', Size = 0 }) => [Key, Size]));
  for (const [key, sizeBytes] of sizes) {
    if (stored.get(key) !== sizeBytes) throw new Error(`${key} has ${stored.get(key)} bytes`);
  }
  if (stored.size !== sizes.size) throw new Error(`there are ${stored.size} objects`);
}

export interface SigningServer {
  readonly url: string;
  /** From now on signs URLs for this address of the store, as the page sees it. */
  signFor(storeUrl: string): Promise<void>;
  stop(): void;
}

/** Starts the server of the page, which also signs. It connects to the store without a proxy. */
export async function startSigningServer(
  script: string,
  nearStoreUrl: string,
): Promise<SigningServer> {
  const near = createAwsStorage(createClient(nearStoreUrl), BUCKET);
  let far = { client: createClient(nearStoreUrl), storage: near };
  const options: UploadServerOptions = {
    storage: {
      ...near,
      signPart: (part) => far.storage.signPart(part),
      signObject: (object) => far.storage.signObject(object),
    },
    secret: credentials.secretAccessKey,
    authorize: () => ({ owner: 'bench' }),
    chooseKey: ({ file }) => file.name,
  };
  const ours = createNodeListener(createUploadServer(options).handle);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    if (url.startsWith('/uploads/')) return ours(request, response);
    if (method === 'GET') {
      const isScript = url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      const html =
        '<!doctype html><input type="file" multiple><script type="module" src="/page.js"></script>';
      return void response.end(isScript ? script : html);
    }
    const wanted = (await json(request)) as UppyRequest;
    response.end(JSON.stringify({ url: await signRequest(far.client, wanted) }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async signFor(storeUrl) {
      const client = createClient(storeUrl);
      far = { client, storage: createAwsStorage(client, BUCKET) };
    },
    stop: () => void server.close(),
  };
}

interface UppyRequest {
  readonly method: string;
  readonly key: string;
  readonly uploadId?: string;
  readonly partNumber?: number;
}

/** Signs requests for Uppy's `signRequest`. */
function signRequest(
  client: S3Client,
  { method, key, uploadId, partNumber }: UppyRequest,
): Promise<string> {
  const object = { Bucket: BUCKET, Key: key };
  const upload = { ...object, UploadId: uploadId };
  if (uploadId === undefined && method === 'PUT') {
    return getSignedUrl(client, new PutObjectCommand(object));
  }
  if (method === 'PUT') {
    return getSignedUrl(client, new UploadPartCommand({ ...upload, PartNumber: partNumber }));
  }
  if (method === 'DELETE') return getSignedUrl(client, new AbortMultipartUploadCommand(upload));
  return uploadId === undefined
    ? getSignedUrl(client, new CreateMultipartUploadCommand(object))
    : getSignedUrl(client, new CompleteMultipartUploadCommand(upload));
}
