import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HandlerOptions, handleRequest } from './handle-request.ts';
import type { S3Request, S3Response } from './http/s3-message.ts';
import { createListener } from './node-listener.ts';
import { createSdkRequestHandler, type SdkRequestHandler } from './sdk-request-handler.ts';
import type { CorsRule } from './store/bucket.ts';
import { isBucketName } from './store/bucket-name.ts';
import { openObjectStore } from './store/object-store.ts';

export type { S3Request, S3Response } from './http/s3-message.ts';
export type { SdkRequestHandler } from './sdk-request-handler.ts';
export type { CorsRule } from './store/bucket.ts';

export interface LocalS3Options {
  /** Made if missing. Only one process may have it open. */
  readonly directory: string;
  readonly credentials: readonly { accessKeyId: string; secretAccessKey: string }[];
  /** Path under which the store is mounted, e.g. `/s3`: signed, but not part of the bucket's name. */
  readonly basePath?: string;
  /** Refuses signatures for another region. Without it any is accepted, and `us-east-1` reported. */
  readonly region?: string;
  /** Applies to buckets that have no CORS rules of their own. */
  readonly defaultCors?: readonly CorsRule[];
  readonly now?: () => Date;
  /** Called with failures that clients only see as InternalError. */
  readonly onError?: (error: unknown) => void;
}

export interface LocalS3 {
  /** Answers one request, errors included. Rejects only when the request's signal is aborted. */
  handle(request: S3Request): Promise<S3Response>;
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** For an AWS SDK client in this process: no socket, and signatures are not verified again. */
  createRequestHandler(): SdkRequestHandler;
  /** Does nothing if the bucket exists. */
  createBucket(name: string): Promise<void>;
  /** Waits for commits that are on their way. */
  close(): Promise<void>;
}

/** Opens the store and removes unfinished data that a crash may have left. */
export async function openLocalS3(options: LocalS3Options): Promise<LocalS3> {
  const store = await openObjectStore(options.directory);
  const now = options.now ?? (() => new Date());
  const onError = options.onError ?? (() => undefined);
  const handlerOptions: HandlerOptions = {
    store,
    credentials: options.credentials,
    basePath: (options.basePath ?? '').replace(/\/+$/, ''),
    region: options.region,
    defaultCors: options.defaultCors ?? [],
    now: () => now().getTime(),
    onError,
  };
  const handle = (request: S3Request) => handleRequest(handlerOptions, request, false);
  const handleTrusted = (request: S3Request) => handleRequest(handlerOptions, request, true);

  return {
    handle,
    listener: createListener(handle, onError),
    createRequestHandler: () => createSdkRequestHandler(handleTrusted),
    async createBucket(name) {
      if (!isBucketName(name)) throw new TypeError(`'${name}' is not a valid bucket name`);
      await store.createBucket(name, now().getTime());
    },
    close: () => store.close(),
  };
}
