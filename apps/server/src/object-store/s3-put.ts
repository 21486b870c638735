import type { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { AppError } from '#errors';
import { partSizeFor } from '#share-rules/part-size.ts';
import { type ConditionalCall, conditionOf, translateConditional } from './conditional-calls.ts';
import type { ObjectStore, PutOptions, StoredObject } from './object-store.ts';
import { notS3 } from './s3-errors.ts';

/** From here on a stream is stored in parts: S3 takes at most 5 GiB in one request. */
const SINGLE_PUT_LIMIT_BYTES = 1024 ** 3;
/**
 * Smallest part of a stream. 10,000 of them have room for 78 GiB, which is the most where no length is
 * told. Larger ones than that are cut as large as they have to be.
 */
const STREAM_PART_BYTES = 8 * 1024 * 1024;
/** One is filled while two are sent; where the caller is slower than the storage, there is one less. */
const PARTS_IN_MEMORY = 3;

type Uploads = Pick<ObjectStore, 'createUpload' | 'completeUpload' | 'abortUpload'>;
/** Where an object goes, in the names of the SDK. */
interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  /** Of a PutObject. */
  readonly condition: ReturnType<typeof conditionOf>;
}

/** Stores a stream in one request, or in parts. */
export function createS3Put(
  client: S3Client,
  Bucket: string,
  uploads: Uploads,
  honoured: ReadonlySet<ConditionalCall>,
) {
  return async (Key: string, body: Readable, options: PutOptions): Promise<StoredObject> => {
    const { contentType: ContentType, size, isInParts = false, signal } = options;
    const condition = conditionOf(honoured, 'put', options.expected);
    const target = { Bucket, Key, ContentType };
    const mostAtOnce = isInParts ? STREAM_PART_BYTES : SINGLE_PUT_LIMIT_BYTES;
    try {
      if (size === undefined || size > mostAtOnce) {
        return await putInParts(client, uploads, { ...target, condition }, body, options);
      }
      // A broken source must break the request too, and not look like its end.
      const failure = new Promise<never>((_, reject) => body.once('error', reject));
      failure.catch(() => undefined);
      const command = new PutObjectCommand({
        ...target,
        ...condition,
        Body: body,
        ContentLength: size,
      });
      const sent = client.send(command, { abortSignal: signal });
      const { ETag = '' } = await Promise.race([sent, failure]);
      return { etag: ETag, size };
    } catch (error) {
      if (body.errored instanceof AppError) throw body.errored;
      throw translateConditional(error, options.expected);
    }
  };
}

/**
 * Each part is whole in memory before it is sent, so that it can be sent again. The memory of one that
 * is stored is used again: what is new for each part keeps the garbage collector busy.
 */
async function putInParts(
  client: S3Client,
  uploads: Uploads,
  target: Target,
  body: Readable,
  { size: announced = 0, signal, noteUpload, expected, fence }: PutOptions,
): Promise<StoredObject> {
  const { condition, ...object } = target;
  const { Bucket, Key, ContentType } = object;
  const takePart = createPartMemory(partSizeFor(announced, STREAM_PART_BYTES));
  const etags: Promise<string>[] = [];
  let uploadId: string | undefined;
  let part = await takePart();
  let filled = 0;
  let size = 0;

  function send(UploadId: string) {
    const { bytes } = part;
    const named = { Bucket, Key, UploadId, PartNumber: etags.length + 1 };
    const command = new UploadPartCommand({ ...named, Body: bytes.subarray(0, filled) });
    const sent = client.send(command, { abortSignal: signal }).then(({ ETag = '' }) => ETag);
    // The source may be waiting for its next bytes, and would not look.
    sent.catch((error: Error) => body.destroy(error));
    part.isFreeAfter(sent);
    etags.push(sent);
  }

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      for (let rest = chunk; rest.length > 0; ) {
        if (filled === part.bytes.length) {
          if (uploadId === undefined) {
            uploadId = await uploads.createUpload(Key, ContentType, signal);
            await noteUpload?.(uploadId);
          }
          send(uploadId);
          part = await takePart();
          filled = 0;
        }
        const copied = rest.copy(part.bytes, filled);
        filled += copied;
        rest = rest.subarray(copied);
      }
    }
    fence?.assertHeld();
    if (uploadId === undefined) {
      const command = new PutObjectCommand({
        ...object,
        ...condition,
        Body: part.bytes.subarray(0, filled),
      });
      const { ETag = '' } = await client.send(command, { abortSignal: signal });
      return { etag: ETag, size };
    }
    send(uploadId);
    const parts = (await Promise.all(etags)).map((etag, at) => ({ partNumber: at + 1, etag }));
    fence?.assertHeld();
    const completed = await uploads.completeUpload(Key, uploadId, parts, { expected, fence });
    if (completed === 'changed') throw new AppError('file_system.changed');
    if (typeof completed === 'string') throw notS3();
    return { etag: completed.etag, size };
  } catch (error) {
    await Promise.allSettled(etags);
    if (uploadId !== undefined && !noteUpload) {
      await uploads.abortUpload(Key, uploadId).catch(() => undefined);
    }
    throw error;
  }
}

interface PartMemory {
  readonly bytes: Buffer;
  isFreeAfter(sent: Promise<unknown>): void;
}

/** Memory for one part after the other: new as long as there may be more, then what is free first. */
function createPartMemory(partSize: number): () => Promise<PartMemory> {
  const free: Buffer[] = [];
  const taken = new Set<Promise<void>>();
  return async () => {
    if (free.length === 0 && taken.size >= PARTS_IN_MEMORY) await Promise.race(taken);
    const bytes = free.pop() ?? Buffer.allocUnsafeSlow(partSize);
    return {
      bytes,
      isFreeAfter(sent) {
        const freed = sent.then(
          () => void free.push(bytes),
          () => undefined,
        );
        taken.add(freed);
        void freed.then(() => taken.delete(freed));
      },
    };
  };
}
