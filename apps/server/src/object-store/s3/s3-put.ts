import type { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import { conditionOf, translateConditional } from '../conditional-calls.ts';
import type {
  ObjectStore,
  ObjectStoreLocation,
  PutOptions,
  StoredObject,
} from '../object-store.ts';
import { STREAM_PART_BYTES } from './part-memory.ts';
import { putInParts } from './s3-put-parts.ts';

/** Above this size a stream is stored in parts; S3 takes at most 5 GiB in one request. */
const SINGLE_PUT_LIMIT_BYTES = 1024 ** 3;
/** The embedded store takes S3's maximum in one request, because no network can interrupt it. */
const EMBEDDED_PUT_LIMIT_BYTES = 5 * 1024 ** 3;

/** Stores a stream in one request, or in parts, which need memory. */
export function createS3Put(
  client: S3Client,
  { bucket: Bucket, isEmbedded, conditionalCalls }: ObjectStoreLocation,
  uploads: Pick<ObjectStore, 'createUpload' | 'completeUpload' | 'abortUpload'>,
  buffers: BufferBudget,
) {
  /**
   * Largest stream that is sent in one request. A stream of known length is sent so while no memory is
   * free.
   */
  const singleLimit = ({ isInParts = false }: PutOptions) => {
    if (isEmbedded) return EMBEDDED_PUT_LIMIT_BYTES;
    const hasParts = isInParts && buffers.isFree(STREAM_PART_BYTES);
    return hasParts ? STREAM_PART_BYTES : SINGLE_PUT_LIMIT_BYTES;
  };

  return async (Key: string, body: Readable, options: PutOptions): Promise<StoredObject> => {
    const { contentType: ContentType, size, signal } = options;
    const condition = conditionOf(conditionalCalls, 'put', options.expected);
    const object = { Bucket, Key, ContentType };
    try {
      if (size === undefined || size > singleLimit(options)) {
        return await putInParts(
          { client, uploads, buffers },
          { ...object, condition },
          body,
          options,
        );
      }
      const command = new PutObjectCommand({
        ...object,
        ...condition,
        Body: body,
        ContentLength: size,
      });
      // A broken source must abort the request, because the storage would wait for the rest of the body.
      const broken = new AbortController();
      body.once('error', (error) => broken.abort(error));
      const abortSignal = AbortSignal.any([signal, broken.signal]);
      const { ETag = '' } = await client.send(command, { abortSignal });
      return { etag: ETag, size };
    } catch (error) {
      if (body.errored instanceof AppError) throw body.errored;
      throw translateConditional(error, options.expected);
    }
  };
}
