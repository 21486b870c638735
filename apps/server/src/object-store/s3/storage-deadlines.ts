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

/** How long a storage is waited for, in milliseconds. */
export interface StorageDeadlines {
  /** A request about an object or an upload, over all its attempts. */
  readonly metadataMs: number;
  /** A request in which the storage moves bytes itself, or takes as many as it is sent. */
  readonly transferMs: number;
  /** A download: for its begin, and later for each byte that somebody waits for. */
  readonly silenceMs: number;
}

export const STORAGE_DEADLINES: StorageDeadlines = {
  metadataMs: 25_000,
  transferMs: 10 * 60_000,
  silenceMs: 30_000,
};

const TRANSFERS = [
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
];

interface Command {
  readonly input: { readonly Body?: unknown };
}

interface SendOptions {
  readonly abortSignal?: AbortSignal;
}

/** Ends the requests of a client by deadlines of our own: the SDK's are those of one attempt each. */
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
    // An upload takes as long as whoever sends it; the answer to all of it does not.
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

function limitOf(command: Command, { metadataMs, transferMs, silenceMs }: StorageDeadlines) {
  if (command instanceof GetObjectCommand) return silenceMs;
  return TRANSFERS.some((kind) => command instanceof kind) ? transferMs : metadataMs;
}

function isStream(body: unknown): body is NodeJS.ReadableStream {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
