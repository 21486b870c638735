import {
  AbortMultipartUploadCommand,
  type CORSRule,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ObjectStoreLocation } from '../object-store.ts';
import { createS3Client, type RequestHandler } from '../s3/s3-client.ts';
import { hasName, isAbsent } from '../s3/s3-errors.ts';
import { findConditionalCalls } from './conditional-probe.ts';

/** Id of the server's own rule among a bucket's CORS rules. */
const RULE_ID = 'satchel';
const DAY_SECONDS = 86_400;
const FIRST_OBJECTS = 3;
/** Timeout for aborting an upload, which happens even if the caller has disconnected. */
const CLEANUP_TIMEOUT_MS = 5000;

/** Number of objects that the listing of a test asks for. */
const PROBED_OBJECTS = 10;

/** Successful reply that is not from S3. */
class InvalidReplyError extends Error {
  override readonly name = 'InvalidReply';
}

export type BucketProbe = ReturnType<typeof createBucketProbe>;

/**
 * Tests the operations that the server needs in a bucket. Unlike an ObjectStore it does not retry, and
 * it throws the original errors, because the administrator wants to see them.
 */
export function createBucketProbe(
  location: ObjectStoreLocation,
  embedded: RequestHandler | undefined,
) {
  const client = createS3Client(location, embedded, { maxAttempts: 1 });
  const Bucket = location.bucket;
  return {
    async list(prefix: string, abortSignal: AbortSignal) {
      const Prefix = prefix ? { Prefix: prefix } : {};
      const command = new ListObjectsV2Command({ Bucket, ...Prefix, MaxKeys: PROBED_OBJECTS });
      const { Contents = [], Name, MaxKeys } = await client.send(command, { abortSignal });
      // A web page may be parsed as an empty list.
      if (Name === undefined && MaxKeys === undefined) throw new InvalidReplyError();
      const first = Contents.slice(0, FIRST_OBJECTS).map(
        ({ Key = '', Size = 0, LastModified }) => ({
          key: Key,
          size: Size,
          lastModified: LastModified,
        }),
      );
      return { count: Contents.length, first };
    },
    async put(Key: string, Body: string, abortSignal: AbortSignal) {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain' });
      await client.send(command, { abortSignal });
    },
    /** Reads the bytes `start` to `end`; `isPartial` is false if the storage sent the whole object. */
    async getRange(Key: string, start: number, end: number, abortSignal: AbortSignal) {
      const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
      const { Body, ContentRange } = await client.send(command, { abortSignal });
      const text = (await Body?.transformToString()) ?? '';
      return { isPartial: ContentRange !== undefined, text };
    },
    async remove(Key: string, abortSignal: AbortSignal) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal });
    },
    /** Creates a multipart upload, stores one part and aborts. */
    tryMultipart: (key: string, signal: AbortSignal) => tryMultipart(client, Bucket, key, signal),
    /** Allows pages of these origins to use the bucket, and keeps the CORS rules of others. */
    allowOrigins: (origins: readonly string[], headers: readonly string[], signal: AbortSignal) =>
      allowOrigins(client, Bucket, origins, headers, signal),
    /** Finds the calls in which the storage honours If-Match and If-None-Match. */
    findConditionalCalls: (key: string, signal: AbortSignal) =>
      findConditionalCalls(client, Bucket, key, signal),
    close: () => client.destroy(),
  };
}

async function tryMultipart(
  client: S3Client,
  Bucket: string,
  Key: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }), {
    abortSignal,
  });
  try {
    const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' });
    await client.send(part, { abortSignal });
  } finally {
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await client.send(abort, { abortSignal: AbortSignal.timeout(CLEANUP_TIMEOUT_MS) });
  }
}

async function allowOrigins(
  client: S3Client,
  Bucket: string,
  origins: readonly string[],
  headers: readonly string[],
  abortSignal: AbortSignal,
): Promise<void> {
  const ours: CORSRule = {
    ID: RULE_ID,
    AllowedOrigins: [...origins],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: [...headers],
    MaxAgeSeconds: DAY_SECONDS,
  };
  const others = (await readCors(client, Bucket, abortSignal)).filter(({ ID }) => ID !== RULE_ID);
  // The first matching rule decides, so the server's own comes first.
  const CORSConfiguration = { CORSRules: [ours, ...others] };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }), { abortSignal });
}

async function readCors(client: S3Client, Bucket: string, abortSignal: AbortSignal) {
  try {
    const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket }), {
      abortSignal,
    });
    return CORSRules;
  } catch (error) {
    const isEmpty = isAbsent(error) && !hasName(error, 'NoSuchBucket');
    if (isEmpty) return [];
    throw error;
  }
}
