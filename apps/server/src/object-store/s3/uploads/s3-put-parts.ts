import type { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { BufferBudget, ReleaseBuffer } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import type { conditionOf } from '../../conditional-calls.ts';
import type { ObjectStore, PutOptions, StoredObject } from '../../object-store.ts';
import { partSizeFor } from '../../part-size.ts';
import { createPartMemory, STREAM_PART_BYTES } from '../part-memory.ts';
import { etagOf, notS3 } from '../s3-errors.ts';
import { createPartCutter } from './part-cutter.ts';

interface Storage {
  readonly client: S3Client;
  readonly uploads: Pick<ObjectStore, 'createUpload' | 'completeUpload' | 'abortUpload'>;
  readonly buffers: BufferBudget;
  /** Memory that was acquired before the first part, and is kept until the end. */
  readonly reserved?: ReleaseBuffer | undefined;
}

/** Target object, with the field names of the SDK. */
interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  /** Headers of a PutObject. */
  readonly condition: ReturnType<typeof conditionOf>;
}

/** Stores a stream in parts, or with one PutObject if it fits into one part. */
export async function putInParts(
  { client, uploads, buffers, reserved }: Storage,
  { condition, ...object }: Target,
  body: Readable,
  { size: announced = 0, signal, expectUpload, noteUpload, expected, fence }: PutOptions,
): Promise<StoredObject> {
  const { Bucket, Key, ContentType } = object;
  const cutter = createPartCutter({
    client,
    target: { Bucket, Key },
    takePart: createPartMemory(
      buffers,
      partSizeFor(announced, STREAM_PART_BYTES),
      signal,
      reserved,
    ),
    signal,
    // Destroys the source, because it may be waiting for its next bytes.
    onFailure: (error) => body.destroy(error),
  });
  const etags: Promise<string>[] = [];
  let uploadId: string | undefined;
  let size = 0;

  const send = (id: string) => {
    etags.push(cutter.send(id, etags.length + 1));
  };
  const sendFull = async () => {
    if (uploadId === undefined) {
      await expectUpload?.();
      uploadId = await uploads.createUpload(Key, ContentType, signal);
      await noteUpload?.(uploadId);
    }
    send(uploadId);
  };

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      await cutter.add(chunk, sendFull);
    }
    fence?.assertHeld();
    if (uploadId === undefined) {
      const Body = cutter.current();
      const command = new PutObjectCommand({ ...object, ...condition, Body });
      const sent = client.send(command, { abortSignal: signal });
      cutter.handOver(sent);
      return { etag: etagOf(await sent), size };
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
    cutter.release();
    reserved?.();
  }
}
