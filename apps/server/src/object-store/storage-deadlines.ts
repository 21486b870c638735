import { IncomingMessage } from 'node:http';
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

/** How often in `silenceMs` a download is looked at. */
const LOOKS = 4;

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
  ) => Promise<{ readonly Body?: unknown }>;

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
      const output = await send(command, { ...options, abortSignal: signal });
      if (output.Body instanceof IncomingMessage) endWhenSilent(output.Body, deadlines.silenceMs);
      return output;
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

/** Whoever is slow to read is waited for, a storage that stops in the middle is not. */
function endWhenSilent(body: IncomingMessage, silenceMs: number): void {
  const { socket } = body;
  let received = socket.bytesRead;
  let silentLooks = 0;
  const timer = setInterval(() => {
    // Who reads by `readable` events never lets the stream flow, and waits all the same.
    const isPaused = body.isPaused() && body.listenerCount('readable') === 0;
    const isWaitedFor = body.readableLength === 0 && !isPaused;
    silentLooks = isWaitedFor && socket.bytesRead === received ? silentLooks + 1 : 0;
    received = socket.bytesRead;
    if (silentLooks >= LOOKS) body.destroy(new AppError('storage.timeout'));
  }, silenceMs / LOOKS);
  timer.unref();
  body.once('close', () => clearInterval(timer));
}

function isStream(body: unknown): body is NodeJS.ReadableStream {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
