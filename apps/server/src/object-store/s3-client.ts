import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { ObjectStoreLocation } from './object-store.ts';
import { EMBEDDED_STORE_PATH } from './presigner.ts';

/** The embedded store's way in without a socket, for the SDK. */
export type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>;

const CONNECTION_TIMEOUT_MS = 5000;
/** Until a storage begins to answer. */
const REQUEST_TIMEOUT_MS = 60_000;
/** To copy or to join takes it as long as the bytes take. */
const COPY_TIMEOUT_MS = 10 * 60_000;

/** What fails is thrown, and logged by the error handler; the SDK would write to the console. */
const ignore = () => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A client of one bucket. The embedded store is reached in-process, everything else over HTTP. */
export function createS3Client(
  location: ObjectStoreLocation,
  embedded: RequestHandler | undefined,
  {
    maxAttempts = 3,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  }: { readonly maxAttempts?: number; readonly requestTimeoutMs?: number } = {},
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
    // Checksums by default would be signed into URLs that a browser cannot fulfil.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    logger: SILENT,
    requestHandler:
      location.isEmbedded && embedded
        ? embedded
        : {
            connectionTimeout: CONNECTION_TIMEOUT_MS,
            // Without it the SDK only warns, and waits for ever.
            throwOnRequestTimeout: true,
            httpAgent: { maxSockets: 200, keepAlive: true },
            httpsAgent: { maxSockets: 200, keepAlive: true },
          },
  });
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) =>
    handle(request, { ...options, requestTimeout: timeoutOf(request, requestTimeoutMs) });
  // A streamed body cannot be hashed before it is sent.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { body?: unknown; headers: Record<string, string> };
      if (isStream(request.body)) request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'unsignedStreams' },
  );
  return client;
}

/** 0 is none: an upload takes as long as whoever sends it. */
function timeoutOf(
  { method, headers, query }: Parameters<S3Client['config']['requestHandler']['handle']>[0],
  requestTimeoutMs: number,
): number {
  const isCopy = headers['x-amz-copy-source'] !== undefined;
  const isJoin = method === 'POST' && query?.uploadId !== undefined;
  if (isCopy || isJoin) return COPY_TIMEOUT_MS;
  return method === 'PUT' ? 0 : requestTimeoutMs;
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
