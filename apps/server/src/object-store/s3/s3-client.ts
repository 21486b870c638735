import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { ObjectStoreLocation } from '../object-store.ts';
import { observeCalls, type StorageObserver } from '../wrappers/observed-calls.ts';
import { DownloadHandler } from './download-handler.ts';
import { EMBEDDED_STORE_PATH } from './presigner.ts';
import { notS3 } from './s3-errors.ts';
import { limitTime, STORAGE_DEADLINES, type StorageDeadlines } from './storage-deadlines.ts';

/** Request handler of the SDK that calls the embedded store without a socket. */
export type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>;

const CONNECTION_TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 200;
/** Silences the SDK's console output; failures are thrown, and the error handler logs them. */
const ignore = () => undefined;
/** The embedded store trusts this process, and a signature would make each call half as slow again. */
const UNSIGNED = {
  sign: async <Request>(request: Request) => request,
} satisfies S3ClientConfig['signer'];
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the client of one bucket. The embedded store is called in-process, all others over HTTP. */
export function createS3Client(
  location: ObjectStoreLocation,
  embedded: RequestHandler | undefined,
  {
    maxAttempts = 3,
    deadlines = STORAGE_DEADLINES,
    observers = [],
  }: {
    readonly maxAttempts?: number;
    readonly deadlines?: StorageDeadlines;
    readonly observers?: readonly StorageObserver[];
  } = {},
): S3Client {
  const client = new S3Client({
    endpoint: location.isEmbedded
      ? `http://embedded.invalid${EMBEDDED_STORE_PATH}`
      : location.endpointUrl,
    region: location.region || 'us-east-1',
    forcePathStyle: location.pathStyle,
    credentials: {
      accessKeyId: location.accessKeyId,
      secretAccessKey: location.secretAccessKey,
    },
    // Default checksums would become part of signed URLs, and browsers do not send them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    logger: SILENT,
    ...(location.isEmbedded && embedded
      ? { requestHandler: embedded, signer: UNSIGNED }
      : { requestHandler: createHandler(deadlines) }),
  });
  // The embedded store runs in this process, so it needs no deadlines.
  if (!location.isEmbedded) limitTime(client, deadlines);
  observeCalls(client, observers);
  // Does not hash bodies: a stream cannot be hashed before it is sent, and hashing parts would cost
  // both sides as much time as everything else.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { body?: unknown; headers: Record<string, string> };
      if (isContent(request.body)) request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'unsignedStreams' },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (isPage(args.request, result.response)) throw notS3();
      return result;
    },
    { step: 'deserialize', name: 'refusedPages' },
  );
  return client;
}

function createHandler({ silenceMs }: StorageDeadlines): DownloadHandler {
  return new DownloadHandler({
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    // No timeouts of the SDK, because an upload from a slow caller pauses as long as the caller does.
    requestTimeout: 0,
    socketTimeout: 0,
    httpAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    httpsAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    maxConnections: MAX_CONNECTIONS,
    silenceMs,
  });
}

/**
 * Closes the sockets of a client that is no longer cached, each once its request is over. The SDK's own
 * `destroy` would abort running requests. Sockets of downloads close themselves when idle.
 */
export function releaseIdleSockets({ config: { requestHandler } }: S3Client): void {
  if (!(requestHandler instanceof DownloadHandler)) return;
  const { httpAgent, httpsAgent } = requestHandler.httpHandlerConfigs();
  for (const agent of [httpAgent, httpsAgent]) {
    if (!agent || !('freeSockets' in agent)) continue;
    agent.maxFreeSockets = 0;
    for (const sockets of Object.values(agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

/**
 * True for the web page of a proxy. The answer to a deletion has no field by which a storage is known, and an
 * empty one may be called HTML by storages, too.
 */
function isPage(request: unknown, response: unknown): boolean {
  const { method } = request as { readonly method: string };
  const { statusCode, headers } = response as HttpReply;
  const isHtml = headers['content-type']?.startsWith('text/html');
  const isEmpty = statusCode !== 200 || headers['content-length'] === '0';
  return ['DELETE', 'POST'].includes(method) && isHtml === true && !isEmpty;
}

/** True for the bodies of objects; the SDK's other requests have text bodies. */
function isContent(body: unknown): boolean {
  return (
    body instanceof Uint8Array || (typeof body === 'object' && body !== null && 'pipe' in body)
  );
}
