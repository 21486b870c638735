import { type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import type { PartMemory } from '../part-memory.ts';
import { etagOf } from '../s3-errors.ts';

const NOTHING = Buffer.alloc(0);

interface PartCutterOptions {
  readonly client: S3Client;
  readonly target: { readonly Bucket: string; readonly Key: string };
  /** Gets memory for the next part. */
  readonly takePart: () => Promise<PartMemory>;
  readonly signal: AbortSignal;
  /** Called when a part could not be sent. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Cuts a stream into parts. Each part is complete in memory before it is sent, so that it can be sent
 * again. It takes memory only with its first byte, so that an idle client holds none.
 */
export function createPartCutter(options: PartCutterOptions) {
  const { client, target, takePart, signal, onFailure } = options;
  let part: PartMemory | undefined;
  let filled = 0;
  const current = () => part?.bytes.subarray(0, filled) ?? NOTHING;
  /** Takes the current part out; its memory is returned once `sent` settles. */
  const handOver = (sent: Promise<unknown>) => {
    part?.isFreeAfter(sent);
    part = undefined;
    filled = 0;
  };
  return {
    /** Bytes of the part that is being filled. */
    current,
    isFull: () => part !== undefined && filled === part.bytes.length,
    /** Adds bytes. Calls `onFull` only once another byte follows a full part. */
    async add(chunk: Buffer, onFull: () => void | Promise<void>) {
      for (let rest = chunk; rest.length > 0; ) {
        if (part && filled === part.bytes.length) await onFull();
        part ??= await takePart();
        const copied = rest.copy(part.bytes, filled);
        filled += copied;
        rest = rest.subarray(copied);
      }
    },
    /** Sends the current part; resolves to its ETag. */
    send(UploadId: string, PartNumber: number): Promise<string> {
      const command = new UploadPartCommand({ ...target, UploadId, PartNumber, Body: current() });
      const sent = client.send(command, { abortSignal: signal }).then(etagOf);
      sent.catch(onFailure);
      handOver(sent);
      return sent;
    },
    handOver,
    /** Returns the memory of a part that was never sent. */
    release: () => part?.release(),
  };
}
