import type { Target } from './http/parse-target.ts';
import { bodyChunks, type S3Request, type S3Response } from './http/s3-message.ts';
import type { IncomingPayload } from './payload/receive-payload.ts';
import { invalidArgument, S3Error } from './s3-error.ts';
import type { Authentication } from './sigv4/authenticate.ts';
import type { Bucket, CorsRule } from './store/bucket.ts';
import type { ObjectStore } from './store/object-store.ts';
import { writeXml, type XmlElements } from './xml/write-xml.ts';

/** One S3 call. */
export type Operation = (context: OperationContext) => Promise<S3Response>;

export interface OperationContext {
  readonly store: ObjectStore;
  readonly request: S3Request;
  readonly target: Target;
  readonly query: ReadonlyMap<string, string>;
  readonly authentication: Authentication | undefined;
  readonly region: string;
  readonly now: () => number;
  readonly defaultCors: readonly CorsRule[];
}

export function requireBucket({ store, target }: OperationContext): Bucket {
  return findBucket(store, target.bucketName);
}

export function findBucket(store: ObjectStore, name: string): Bucket {
  const bucket = store.bucket(name);
  if (bucket === undefined) {
    throw new S3Error('NoSuchBucket', undefined, { details: { BucketName: name } });
  }
  return bucket;
}

/** An addition to S3: who signs a URL can limit its body by this parameter, in bytes. */
const MAX_LENGTH_PARAMETER = 'x-max-length';

export function incomingPayload(context: OperationContext): IncomingPayload {
  const { request, authentication, query } = context;
  const maxLength = query.get(MAX_LENGTH_PARAMETER);
  if (maxLength !== undefined && !/^\d{1,15}$/.test(maxLength)) {
    throw invalidArgument(MAX_LENGTH_PARAMETER, maxLength, 'x-max-length should be a number');
  }
  return {
    headers: request.headers,
    body: bodyChunks(request),
    authentication,
    maxBytes: maxLength === undefined ? undefined : Number(maxLength),
  };
}

export function xmlResponse(root: string, elements: XmlElements): S3Response {
  const body = Buffer.from(writeXml(root, elements));
  const headers = { 'content-type': 'application/xml', 'content-length': String(body.length) };
  return { status: 200, headers, body };
}

export function emptyResponse(status: number, headers: Record<string, string> = {}): S3Response {
  // RFC 9110 8.6: a 204 has no Content-Length.
  return { status, headers: status === 204 ? headers : { ...headers, 'content-length': '0' } };
}

/** The one account, which owns everything. */
export const OWNER: XmlElements = [
  ['ID', 'local'],
  ['DisplayName', 'local'],
];
