import type { S3Client } from '@aws-sdk/client-s3';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import type { ObjectStore } from '../../object-store.ts';
import { createPartMemory } from '../part-memory.ts';
import { translateS3Error } from '../s3-errors.ts';
import { createPartCutter } from './part-cutter.ts';

/** Adds parts to an open multipart upload. */
export function createS3AppendParts(
  client: S3Client,
  Bucket: string,
  buffers: BufferBudget,
): ObjectStore['appendParts'] {
  return async (Key, uploadId, body, { firstPart, partBytes, signal, onStored, takeRest }) => {
    // A part that fails ends the loop below at its next chunk.
    const failed = new AbortController();
    const cutter = createPartCutter({
      client,
      target: { Bucket, Key },
      takePart: createPartMemory(buffers, partBytes, signal),
      signal,
      onFailure: (error) => {
        failed.abort(error);
        body.destroy(error);
      },
    });
    const sent: Promise<string>[] = [];
    let stored: Promise<void> = Promise.resolve();
    const send = () => {
      const count = sent.push(cutter.send(uploadId, firstPart + sent.length));
      const [before, last] = [stored, sent[count - 1]];
      stored = before.then(async () => {
        await last;
        onStored?.(count);
      });
      stored.catch(() => undefined);
    };
    let broken: { readonly cause: unknown } | undefined;
    try {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          failed.signal.throwIfAborted();
          await cutter.add(chunk, send);
        }
      } catch (cause) {
        broken = { cause };
      }
      if (cutter.isFull()) send();
      // The bytes after the last whole part count only if all parts before them are stored.
      await stored;
      const rest = cutter.current();
      if ((await takeRest(rest, sent.length, broken === undefined)) && rest.length > 0) {
        send();
        await stored;
      }
    } catch (error) {
      await Promise.allSettled(sent);
      throw translateS3Error(error);
    } finally {
      cutter.release();
    }
    if (broken) throw broken.cause;
  };
}
