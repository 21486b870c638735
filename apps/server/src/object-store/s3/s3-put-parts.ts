import type { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import type { conditionOf } from '../conditional-calls.ts';
import type { ObjectStore, PutOptions, StoredObject } from '../object-store.ts';
import { partSizeFor } from '../part-size.ts';
import { createPartMemory, type PartMemory, STREAM_PART_BYTES } from './part-memory.ts';
import { notS3 } from './s3-errors.ts';

interface Storage {
  readonly client: S3Client;
  readonly uploads: Pick<ObjectStore, 'createUpload' | 'completeUpload' | 'abortUpload'>;
  readonly buffers: BufferBudget;
}

/** Target object, with the field names of the SDK. */
interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  /** Headers of a PutObject. */
  readonly condition: ReturnType<typeof conditionOf>;
}

/**
 * Stores a stream in parts. Each part is complete in memory before it is sent, so that it can be sent
 * again. It takes memory only with its first byte, so that an idle client holds none.
 */
export async function putInParts(
  { client, uploads, buffers }: Storage,
  { condition, ...object }: Target,
  body: Readable,
  { size: announced = 0, signal, noteUpload, expected, fence }: PutOptions,
): Promise<StoredObject> {
  const { Bucket, Key, ContentType } = object;
  const takePart = createPartMemory(buffers, partSizeFor(announced, STREAM_PART_BYTES), signal);
  const etags: Promise<string>[] = [];
  let uploadId: string | undefined;
  let part: PartMemory | undefined;
  let filled = 0;
  let size = 0;

  /** Sends the current part, if there is one. */
  function send(UploadId: string) {
    if (!part) return;
    const Body = part.bytes.subarray(0, filled);
    const command = new UploadPartCommand({
      ...{ Bucket, Key, UploadId, Body },
      PartNumber: etags.length + 1,
    });
    const sent = client.send(command, { abortSignal: signal }).then(({ ETag = '' }) => ETag);
    // Destroys the source on failure, because it may be waiting for its next bytes.
    sent.catch((error: Error) => body.destroy(error));
    part.isFreeAfter(sent);
    part = undefined;
    filled = 0;
    etags.push(sent);
  }

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      for (let rest = chunk; rest.length > 0; ) {
        // Sends a full part only once another byte follows, so that a stream of one part becomes a PutObject.
        if (part && filled === part.bytes.length) {
          if (uploadId === undefined) {
            uploadId = await uploads.createUpload(Key, ContentType, signal);
            await noteUpload?.(uploadId);
          }
          send(uploadId);
        }
        part ??= await takePart();
        const copied = rest.copy(part.bytes, filled);
        filled += copied;
        rest = rest.subarray(copied);
      }
    }
    fence?.assertHeld();
    if (uploadId === undefined) {
      const Body = part?.bytes.subarray(0, filled) ?? Buffer.alloc(0);
      const command = new PutObjectCommand({ ...object, ...condition, Body });
      const sent = client.send(command, { abortSignal: signal });
      part?.isFreeAfter(sent);
      part = undefined;
      const { ETag = '' } = await sent;
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
  } finally {
    part?.release();
  }
}
