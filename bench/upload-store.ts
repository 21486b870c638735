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
  DeleteObjectCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createS3Transport } from '@satchel/multipart-uploader/test/s3-transport';
import { type StartedProcess, start } from './start-processes.ts';

export const BUCKET = 'bench';
export const credentials = {
  accessKeyId: 'bench',
  secretAccessKey: randomBytes(16).toString('hex'),
};

/** A client of the store at that address; to sign for it, or to talk to it. */
export function createClient(endpoint: string): S3Client {
  return new S3Client(clientConfig(endpoint));
}

/** Plain data, so that a page can have it too. */
export function clientConfig(endpoint: string) {
  return {
    ...{ endpoint, region: 'us-east-1', credentials, forcePathStyle: true },
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

/** Our own S3 in a process of its own, open to every page. */
export async function startStore(directory: string): Promise<StartedProcess> {
  const main = fileURLToPath(new URL('main.ts', import.meta.resolve('@satchel/local-s3')));
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key-id', accessKeyId, '--secret-access-key', secretAccessKey];
  const store = await start([main, '--directory', directory, '--port', '0', ...keys], {});
  const client = createClient(store.url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const rule = {
    ...{ AllowedOrigins: ['*'], AllowedMethods: ['PUT', 'POST', 'GET'], AllowedHeaders: ['*'] },
    ...{ ExposeHeaders: ['ETag', 'Date'], MaxAgeSeconds: 3600 },
  };
  const CORSConfiguration = { CORSRules: [rule] };
  await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration }));
  client.destroy();
  return store;
}

/** Checks that an upload has become what it should, and makes room for the next. */
export async function takeObject(storeUrl: string, key: string, sizeBytes: number): Promise<void> {
  const client = createClient(storeUrl);
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
  if (ContentLength !== sizeBytes) throw new Error(`${key} has ${ContentLength} bytes`);
  await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key }));
  client.destroy();
}

/** The page, and the server that signs for it. */
export async function startSigningServer(script: string): Promise<{
  readonly url: string;
  /** As the page sees it. */
  storeUrl: string;
  stop(): void;
}> {
  const started = { url: '', storeUrl: '', stop: () => void server.close() };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      const html =
        '<!doctype html><input type="file"><script type="module" src="/page.js"></script>';
      return void response.end(isScript ? script : html);
    }
    const reply = await answerCall(request.url ?? '', started.storeUrl, await json(request));
    response.end(JSON.stringify(reply ?? null));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return started;
}

async function answerCall(path: string, storeUrl: string, body: unknown): Promise<unknown> {
  const client = createClient(storeUrl);
  const transport = createS3Transport(client, BUCKET);
  const { signal } = new AbortController();
  try {
    switch (path) {
      case '/create':
        return await transport.create(body as never, signal);
      case '/sign':
        return await transport.signParts(body as never, signal);
      case '/complete':
        return await transport.complete(body as never, signal);
      case '/sign-whole':
        return { url: await signRequest(client, { method: 'PUT', ...(body as { key: string }) }) };
      case '/sign-request':
        return { url: await signRequest(client, body as UppyRequest) };
      default:
        throw new Error(`no such call: ${path}`);
    }
  } finally {
    client.destroy();
  }
}

interface UppyRequest {
  readonly method: string;
  readonly key: string;
  readonly uploadId?: string;
  readonly partNumber?: number;
}

/** What Uppy asks of a `signRequest`. */
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
