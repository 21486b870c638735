import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, type PutObjectCommandInput, type S3Client } from '@aws-sdk/client-s3';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import { conditionOf, translateConditional } from '../../conditional-calls.ts';
import type {
  ObjectStore,
  ObjectStoreLocation,
  PutOptions,
  StoredObject,
} from '../../object-store.ts';
import { fenceAttempts } from '../fence-attempts.ts';
import { STREAM_PART_BYTES } from '../part-memory.ts';
import { etagOf } from '../s3-errors.ts';
import { putInParts } from './s3-put-parts.ts';

/** Above this size a stream is stored in parts; S3 takes at most 5 GiB in one request. */
const SINGLE_PUT_LIMIT_BYTES = 1024 ** 3;
/** The embedded store takes S3's maximum in one request, because no network can interrupt it. */
const EMBEDDED_PUT_LIMIT_BYTES = 5 * 1024 ** 3;
/**
 * Largest stream that is read before it is sent; streams buffer as much anyway. Then the SDK can repeat
 * the request, for example if the storage was just closing the idle connection.
 */
const REPEATABLE_PUT_BYTES = 64 * 1024;

/** Stores a stream in one request, or in parts, which need memory. */
export function createS3Put(
  client: S3Client,
  { bucket: Bucket, isEmbedded, conditionalCalls }: ObjectStoreLocation,
  uploads: Pick<ObjectStore, 'createUpload' | 'completeUpload' | 'abortUpload'>,
  buffers: BufferBudget,
) {
  const singleLimit = isEmbedded ? EMBEDDED_PUT_LIMIT_BYTES : SINGLE_PUT_LIMIT_BYTES;

  /**
   * Reserves memory for a stream that fits into one request, if there is more than one part's: a stream of
   * unknown length needs the last. Later would be too late, because many streams that begin at once would all
   * find the same memory free.
   */
  const reserve = (size: number, { isInParts = false }: PutOptions) =>
    isInParts && !isEmbedded && size > STREAM_PART_BYTES && buffers.isFree(2 * STREAM_PART_BYTES)
      ? buffers.tryAcquire(STREAM_PART_BYTES)
      : undefined;

  return async (Key: string, body: Readable, options: PutOptions): Promise<StoredObject> => {
    const { contentType: ContentType, size } = options;
    const condition = conditionOf(conditionalCalls, 'put', options.expected);
    const object = { Bucket, Key, ContentType };
    try {
      const isSingle = size !== undefined && size <= singleLimit;
      const reserved = isSingle ? reserve(size, options) : undefined;
      if (!isSingle || reserved) {
        return await putInParts(
          { client, uploads, buffers, reserved },
          { ...object, condition },
          body,
          options,
        );
      }
      const isRepeatable = !isEmbedded && size <= REPEATABLE_PUT_BYTES;
      const Body = isRepeatable ? await buffer(body) : body;
      const input = { ...object, ...condition, Body, ContentLength: size };
      return { etag: await putInOneRequest(client, input, body, options), size };
    } catch (error) {
      if (body.errored instanceof AppError) throw body.errored;
      throw translateConditional(error, options.expected);
    }
  };
}

async function putInOneRequest(
  client: S3Client,
  input: PutObjectCommandInput,
  source: Readable,
  { signal, fence }: PutOptions,
): Promise<string> {
  const command = new PutObjectCommand(input);
  // A broken source must abort the request, because the storage would wait for the rest of the body.
  const broken = new AbortController();
  source.once('error', (error) => broken.abort(error));
  const either = AbortSignal.any([signal, broken.signal]);
  return etagOf(await client.send(command, fenceAttempts(command, fence, either)));
}
