import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '#errors';

/** Timeouts of storage requests in milliseconds. */
export interface StorageDeadlines {
  /** For a request about an object or an upload, over all its attempts. */
  readonly metadataMs: number;
  /** For a request in which the storage moves bytes, or receives a body. */
  readonly transferMs: number;
  /**
   * For a download: until it begins, and later for each pause while a consumer waits. For an upload: for
   * each pause in which the storage takes no bytes. Twice that for the answer to a body, and a second for each
   * MiB of a stream, which a storage may write elsewhere before it answers.
   */
  readonly silenceMs: number;
}

export const STORAGE_DEADLINES: StorageDeadlines = {
  metadataMs: 25_000,
  transferMs: 10 * 60_000,
  silenceMs: 30_000,
};

const TRANSFERS = [CopyObjectCommand, PutObjectCommand, UploadPartCommand, UploadPartCopyCommand];

/** Speed at which the slowest storage writes a body that it has received: 1 MiB/s. */
const SLOWEST_BYTES_PER_MS = 1024 ** 2 / 1000;

/** Further time for each part but the first that a storage joins, because some copy them. */
const JOIN_MS = 5000;

interface Command {
  readonly input: { readonly Body?: unknown };
}

interface SendOptions {
  readonly abortSignal?: AbortSignal;
}

/** Limits the time of a client's requests over all attempts; the SDK's timeouts apply to each attempt. */
export function limitTime(client: S3Client, deadlines: StorageDeadlines): void {
  const send = client.send.bind(client) as (
    command: Command,
    options: SendOptions,
  ) => Promise<unknown>;

  const limited = async (command: Command, options: SendOptions = {}) => {
    const deadline = new AbortController();
    const { abortSignal = deadline.signal } = options;
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      timer = setTimeout(() => deadline.abort(), limitOf(command, deadlines));
    };
    const { Body: sent } = command.input;
    // Starts the deadline once the body is sent, because an upload takes as long as its sender.
    if (isStream(sent)) sent.once('end', start);
    else start();
    try {
      const signal = AbortSignal.any([abortSignal, deadline.signal]);
      return await send(command, { ...options, abortSignal: signal });
    } catch (cause) {
      if (!deadline.signal.aborted) throw cause;
      throw new AppError('storage.timeout', { cause });
    } finally {
      clearTimeout(timer);
      if (isStream(sent)) sent.off('end', start);
    }
  };
  client.send = limited as typeof client.send;
}

function limitOf(command: Command, deadlines: StorageDeadlines) {
  const { metadataMs, transferMs, silenceMs } = deadlines;
  if (command instanceof GetObjectCommand) return silenceMs;
  if (command instanceof PutObjectCommand && isStream(command.input.Body)) {
    const { ContentLength = Number.POSITIVE_INFINITY } = command.input;
    return Math.min(transferMs, 2 * silenceMs + ContentLength / SLOWEST_BYTES_PER_MS);
  }
  if (command instanceof CompleteMultipartUploadCommand) {
    const further = Math.max(0, (command.input.MultipartUpload?.Parts?.length ?? 0) - 1);
    return Math.min(transferMs, metadataMs + further * JOIN_MS);
  }
  return TRANSFERS.some((kind) => command instanceof kind) ? transferMs : metadataMs;
}

function isStream(body: unknown): body is NodeJS.ReadableStream {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
